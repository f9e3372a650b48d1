import { z } from 'zod';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { readTransaction } from '#chains/chains.ts';
import { fact, sentencePart, decodedTransaction, warning } from '#chains/model/decoded.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Target } from './fuzz.ts';

/** No input of a few kilobytes may take longer; a hundred times what one takes on a slow machine. */
const LIMIT_MS = 2_000;

/** A decoder broke its word; what was wrong is in the message. */
class Broken extends Error {
  override readonly name: string;
  constructor(what: string, detail: string) {
    super(detail);
    this.name = what;
  }
}

/** What a preview is drawn from; a payload that is no transaction has no more than this. */
const shown = z.object({
  sentence: z.array(sentencePart).min(1),
  facts: z.array(fact),
  warnings: z.array(warning),
  reading: decodedTransaction.nullable(),
});
type Shown = z.infer<typeof shown>;

/**
 * What every reader promises for any bytes: what a preview is drawn from, as its schema has it, or a AppError with its
 * three texts; in bounded time; the same answer twice; byte ranges that lie within the input; and never blind in silence.
 */
export const readerTarget =
  (name: string, read: (input: Uint8Array) => Shown): Target =>
  (input) => {
    const began = performance.now();
    const first = answer(read, input);
    if (performance.now() - began > LIMIT_MS) throw new Broken('TooSlow', `${input.length} bytes`);
    if (JSON.stringify(answer(read, input)) !== JSON.stringify(first)) throw new Broken('TwoAnswers', name);
    if (first === null) return;
    const parsed = shown.safeParse(first);
    if (!parsed.success) throw new Broken('NotAReading', parsed.error.message);
    const { facts, warnings, reading } = first;
    if (reading?.blind === true && !warnings.some(({ code }) => code === 'BLIND_SIGNING')) {
      throw new Broken('SilentlyBlind', name);
    }
    for (const { label, ranges } of [...(reading?.raw ?? []), ...facts]) {
      for (const [from, to] of ranges ?? []) {
        if (from > to || to > input.length) throw new Broken('RangeOutside', `${label} ${from}..${to}`);
      }
    }
  };

/** The promises of the reader of one chain's transactions. */
export const decodeTarget = (type: TransactionType): Target =>
  readerTarget(type, (input) => {
    const reading = readTransaction(type, toHex(input));
    return { ...reading, reading };
  });

function answer(read: (input: Uint8Array) => Shown, input: Uint8Array): Shown | null {
  try {
    return read(input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === '' || error.message === '' || error.remedy === '')
      throw new Broken('ErrorWithoutWords', error.code);
    return null;
  }
}
