import { z } from 'zod';
import { decodedTransaction, fact, sentencePart, warning } from '#chains/model/decoded.ts';
import { EFFECTS } from '#protocol/catalogue/operation.ts';
import { API_KEY_CURVES } from '#protocol/stamp.ts';
import { call, news, nothing, serviceRefusal } from './call.ts';
import { consensus, voteStanding } from './votes.ts';

const count = z.number().int().min(0);

/** A request of a batch that is more than a plain payment, as its own preview would say it. */
const spelledLine = z.object({
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
const batchRecipient = z.object({
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
const batchTotal = z.object({ value: z.string(), label: z.string(), note: z.string() });
export type BatchTotal = z.infer<typeof batchTotal>;

const length = z.object({ total: count, pages: count });

/** What the approval surface draws of a batch beside its sentence; `pages` are the first ones, or all of them. */
const batchOutline = z.object({
  totals: z.array(batchTotal),
  lines: length,
  recipients: length,
  pages: z.array(batchPage),
});
export type BatchOutline = z.infer<typeof batchOutline>;

const json = z.json();

/** What a stamped request would do, made by the privileged side out of the exact bytes to be stamped. */
export const preview = z.object({
  id: z.string(),
  operation: z.string(),
  effect: z.enum(EFFECTS),
  /** An act on this computer: nothing is stamped or sent for it, so the card has no rows about the stamp. */
  isLocal: z.literal(true).optional(),
  /** That its approval asks for a person again, though its effect alone would not. */
  verifiesUser: z.literal(true).optional(),
  summary: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  warnings: z.array(warning),
  /** Requests for the same thing that wait for votes already. */
  pending: z.array(
    z.object({
      activityId: z.string(),
      who: z.string(),
      approvals: z.number().int(),
      createdAtMs: z.number(),
    }),
  ),
  /** For a transaction: everything that was read from it. */
  reading: decodedTransaction.nullable(),
  /** For several payloads: what their readings together could use, as a reading of one names it. */
  wants: decodedTransaction.pick({ lookupTables: true, previousTransactions: true }).optional(),
  /** Of a batch: its totals, and the first page of each of its lists. */
  batch: batchOutline.optional(),
  /** For a vote: what it does to the request it is about, as far as the service says. */
  vote: voteStanding.optional(),
  /**
   * The request body, exactly as it will be stamped, and its SHA-256 as hex. For a set of requests the body is empty, and
   * the digest is over the digests of all of them.
   */
  body: z.string(),
  digest: z.string(),
  credential: z.object({ label: z.string(), publicKey: z.string(), curve: z.enum(API_KEY_CURVES) }),
  profile: z.object({
    id: z.string(),
    name: z.string(),
    organizationId: z.string(),
    organizationName: z.string(),
  }),
});
export type Preview = z.infer<typeof preview>;

/** One thing that was checked about a result, and how it came out. */
export const verification = z.object({ name: z.string(), passed: z.boolean(), detail: z.string() });
export type Verification = z.infer<typeof verification>;

/** How a reviewed request ended. */
export const outcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('completed'),
    activityId: z.string(),
    fingerprint: z.string(),
    /** The result member of the activity. */
    result: json,
    verifications: z.array(verification),
    /** For a signed transaction: its hash on the chain, and the transaction as hex. */
    transaction: z
      .object({
        hash: z.string(),
        signed: z.string(),
        /** The same as nodes and wallets take it, where that is another text. */
        forms: z
          .array(z.object({ name: z.string(), text: z.string(), isFinal: z.literal(true).optional() }))
          .optional(),
      })
      .nullable(),
  }),
  z.object({
    state: z.literal('waiting'),
    activityId: z.string(),
    fingerprint: z.string(),
    message: z.string(),
    /** Who is still needed; null where it waits for something else, or the service did not say. */
    consensus: consensus.nullable(),
  }),
  z.object({ state: z.literal('denied') }),
  z.object({ state: z.literal('expired') }),
  z.object({
    state: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    remedy: z.string(),
    /** Where it was the service that refused. */
    service: serviceRefusal.optional(),
  }),
  /** No answer: it may or may not have happened. The same bytes can be sent again without a second effect. */
  z.object({
    state: z.literal('unanswered'),
    fingerprint: z.string(),
    message: z.string(),
    remedy: z.string(),
  }),
]);
export type Outcome = z.infer<typeof outcome>;
export type CompletedOutcome = Extract<Outcome, { state: 'completed' }>;

/** Prepare, review, send: the one way of every request that has an effect. */
export const requestsCalls = {
  /** Validates, builds the exact body, and decodes what it would do. Nothing is stamped. */
  prepare: call('read', z.object({ operation: z.string(), parameters: z.record(z.string(), json) }), preview),
  /** Opens the approval surface for a preview and waits: approved ones are stamped, sent and verified. */
  review: call('sign', z.object({ previewId: z.string() }), outcome),
  discard: call('write', z.object({ previewId: z.string() }), nothing, { whileLocked: true }),
  /** Sends a request that got no answer again, byte for byte. */
  resume: call('sign', z.object({ fingerprint: z.string() }), outcome),
  /** Looks again at a request of this run whose activity waited for votes. */
  revisit: call('read', z.object({ activityId: z.uuid() }), outcome),
  /** Requests that were sent and got no answer. */
  unfinished: call(
    'read',
    nothing,
    z.array(z.object({ fingerprint: z.string(), operation: z.string(), sentAtMs: z.number() })),
  ),
  /** That list may be another one: a request has no answer, or one that was sent again has. */
  unfinishedChanged: news(z.null()),
  /** Reads a transaction for the compose pane while it is typed: the reading, or why it cannot be read. */
  read: call(
    'read',
    z.object({ type: z.string(), unsignedTransaction: z.string() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), reading: decodedTransaction, bytes: z.number().int() }),
      z.object({ ok: z.literal(false), code: z.string(), message: z.string(), remedy: z.string() }),
    ]),
  ),
};
