import { z } from 'zod';
import { fact, sentencePart, warning } from '#chains/model/decoded.ts';

const count = z.number().int().min(0);

/** A request of a batch that is more than a plain payment, as its own preview would say it. */
export const spelledLine = z.object({
  /** Of the file, from 1. */
  line: z.number().int().min(1),
  /** What the operation is called. */
  operation: z.string(),
  sentence: z.array(sentencePart),
  /** Everything that its preview shows, the facts of inner steps too. */
  facts: z.array(fact),
  warnings: z.array(warning),
});
export type SpelledLine = z.infer<typeof spelledLine>;

/** Somebody whom transactions of a batch send something to, on one network. */
export const batchRecipient = z.object({
  /** In full. */
  address: z.string(),
  network: z.string(),
  /** What the organization calls it; null for somebody else. */
  name: z.string().nullable(),
  /** Whether a transaction paid it before: somebody else who was not is new. */
  wasPaid: z.boolean().optional(),
  payments: count,
  /** What it gets of each asset, with its unit. */
  sums: z.array(z.string()),
  /** What the sums do not say, for example on which lines they are not known. */
  note: z.string().optional(),
});
export type BatchRecipient = z.infer<typeof batchRecipient>;

/** The lists of a batch that come by pages. */
export const BATCH_LISTS = ['lines', 'recipients'] as const;
export type BatchList = (typeof BATCH_LISTS)[number];

/** Some of a list: `first` counts from 1 over the whole list, `page` from 0. */
const part = { page: count, first: count };
export const batchPage = z.discriminatedUnion('list', [
  z.object({ list: z.literal('lines'), ...part, lines: z.array(spelledLine) }),
  z.object({ list: z.literal('recipients'), ...part, recipients: z.array(batchRecipient) }),
]);
export type BatchPage = z.infer<typeof batchPage>;

/** What a batch moves of one asset, or its fees. */
export const batchTotal = z.object({ value: z.string(), label: z.string(), note: z.string() });
export type BatchTotal = z.infer<typeof batchTotal>;

const length = z.object({ total: count, pages: count });

/** What the approval surface draws of a batch beside its sentence; `pages` are the first ones, or all of them. */
export const batchOutline = z.object({
  totals: z.array(batchTotal),
  lines: length,
  recipients: length,
  pages: z.array(batchPage),
});
export type BatchOutline = z.infer<typeof batchOutline>;
