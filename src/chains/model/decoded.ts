import { z } from 'zod';
import { totals } from './totals.ts';

/** A half-open range of byte offsets into the transaction that was read. */
export const byteRange = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
export type ByteRange = z.infer<typeof byteRange>;

/**
 * How a value is drawn; `address` and `hash` are hex in full, `amount` is human text with its unit, `time` is what
 * `formatTime` writes and is drawn in the reader's own time zone.
 */
export const factKind = z.enum(['text', 'address', 'hash', 'amount', 'number', 'data', 'time']);

/** One labelled value read from the bytes. `note` is faint small print; `ranges` says which bytes it came from. */
export const fact = z.object({
  label: z.string(),
  value: z.string(),
  kind: factKind,
  note: z.string().optional(),
  ranges: z.array(byteRange).optional(),
});
export type Fact = z.infer<typeof fact>;

/** Part of a sentence: plain words, or a value that has its own look. Addresses are whole and checksummed. */
export const sentencePart = z.object({ kind: z.enum(['text', 'address', 'amount']), value: z.string() });
export type SentencePart = z.infer<typeof sentencePart>;

/** A warning, graded: `notice` informs, `caution` asks for a look, `danger` asks to stop. */
export const warning = z.object({
  code: z.string(),
  severity: z.enum(['notice', 'caution', 'danger']),
  title: z.string(),
  text: z.string(),
});
export type Warning = z.infer<typeof warning>;

/** An action that was recognised, for example `erc20.transfer`, with its typed fields; multicalls nest. */
export interface RecognisedAction {
  readonly id: string;
  readonly title: string;
  readonly facts: Fact[];
  readonly actions: RecognisedAction[];
}
export const recognisedAction: z.ZodType<RecognisedAction> = z.object({
  id: z.string(),
  title: z.string(),
  facts: z.array(fact),
  get actions() {
    return z.array(recognisedAction);
  },
});

/** What the bytes of an unsigned transaction mean: the one model that previews are drawn from. */
export const decodedTransaction = z.object({
  chain: z.enum(['ethereum', 'solana', 'tron', 'bitcoin', 'tempo']),
  /** A name such as "Ethereum mainnet", or "Chain 31337" where the id is not known. */
  network: z.string(),
  sentence: z.array(sentencePart),
  facts: z.array(fact),
  actions: z.array(recognisedAction),
  /** Every field of the envelope as it stands in the bytes. */
  raw: z.array(fact),
  warnings: z.array(warning),
  /** Whether part of what it does could not be read; the preview says "blind signing" in words. */
  blind: z.boolean(),
  /** What it moves for the operator's own addresses; absent where nobody is known to sign. */
  totals: totals.optional(),
  /** From when on it is not taken any more, in ms since the epoch, where the bytes say one. */
  expiresAtMs: z.number().int().positive().optional(),
  /** Tables on the chain that it takes accounts from, in Base58; absent where it takes none. */
  lookupTables: z.array(z.string()).optional(),
  /** IDs of transactions that would prove amounts which the bytes only claim (Bitcoin); absent where none would. */
  previousTransactions: z.array(z.string()).optional(),
});
export type DecodedTransaction = z.infer<typeof decodedTransaction>;

/** The sentence as plain text. */
export const sentenceText = (parts: readonly SentencePart[]): string =>
  parts.map((part) => part.value).join('');

/** A reading's time limit: the first of some, in ms since the epoch; one past what a number holds is left to its fact. */
export function expiryOf(...limits: readonly bigint[]): Pick<DecodedTransaction, 'expiresAtMs'> {
  const told = limits.filter((ms) => ms > 0n && ms <= BigInt(Number.MAX_SAFE_INTEGER)).map(Number);
  return told.length === 0 ? {} : { expiresAtMs: Math.min(...told) };
}
