import type { TransactionType } from '../../src/protocol/catalogue/sign-transaction.ts';
import { readTransaction } from '../../src/protocol/chains/read.ts';
import { transactionReading } from '../../src/protocol/chains/reading.ts';
import { toHex } from '../../src/protocol/encoding.ts';
import { ProtocolError } from '../../src/protocol/error.ts';
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

/**
 * What every decoder promises for any bytes: a reading as the schema has it, or a ProtocolError with its three texts; in
 * bounded time; the same answer twice; byte ranges that lie within the transaction.
 */
export const decodeTarget =
  (type: TransactionType): Target =>
  (input) => {
    const began = performance.now();
    const first = read(type, input);
    if (performance.now() - began > LIMIT_MS) throw new Broken('TooSlow', `${input.length} bytes`);
    if (JSON.stringify(read(type, input)) !== JSON.stringify(first)) throw new Broken('TwoAnswers', type);
    if (first === null) return;
    const parsed = transactionReading.safeParse(first);
    if (!parsed.success) throw new Broken('NotAReading', parsed.error.message);
    for (const { label, ranges } of [...first.raw, ...first.facts]) {
      for (const [from, to] of ranges ?? []) {
        if (from > to || to > input.length) throw new Broken('RangeOutside', `${label} ${from}..${to}`);
      }
    }
  };

function read(type: TransactionType, input: Uint8Array): ReturnType<typeof readTransaction> | null {
  try {
    return readTransaction(type, toHex(input));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.code === '' || error.message === '' || error.remedy === '')
      throw new Broken('ErrorWithoutWords', error.code);
    return null;
  }
}
