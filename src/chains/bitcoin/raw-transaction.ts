import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { ByteCursor, compactSize, u32, u64 } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';

export interface RawInput {
  /** Id of the transaction that is spent from, in the order of the bytes (the reverse of what people read). */
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  readonly ranges: { readonly txid: ByteRange; readonly vout: ByteRange; readonly sequence?: ByteRange };
}
export interface RawOutput {
  readonly amount: bigint;
  readonly script: Uint8Array;
  readonly ranges: { readonly amount: ByteRange; readonly script: ByteRange };
}
/** A transaction's parts that its id is made of. */
export interface RawTransaction {
  readonly version: number;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
  readonly lockTime: number;
}

/** What an input and an output have at least. */
export const [INPUT_BYTES, OUTPUT_BYTES] = [41, 9];
/** Of a transaction without witnesses: a block has four million units of weight, and each of these bytes four (BIP-141). */
const MAX_BYTES = 1_000_000;

/**
 * Reads a transaction of the network (BIP-144).
 * @param range where it stands in `bytes`; it must fill it
 * @param form `unsigned` is the form without witnesses, as a PSBT carries its own transaction
 * @throws AppError `PSBT_TRUNCATED`, `PSBT_NOT_CANONICAL`, `BITCOIN_TRANSACTION_MALFORMED`
 */
export function readRawTransaction(
  bytes: Uint8Array,
  range: ByteRange,
  form: 'unsigned' | 'network',
): RawTransaction {
  const cursor = new ByteCursor(bytes, range);
  const version = cursor.u32();
  const hasWitness = form === 'network' && takeWitnessFlag(cursor);
  const inputs = Array.from({ length: announced(cursor, INPUT_BYTES) }, () => readInput(cursor));
  const outputs = Array.from({ length: announced(cursor, OUTPUT_BYTES) }, () => readOutput(cursor));
  if (hasWitness) skipWitnesses(cursor, inputs.length);
  const lockTime = cursor.u32();
  requireEnd(cursor);
  return { version, inputs, outputs, lockTime };
}

/**
 * Reads a transaction of the network for its id and one output; of a hundred thousand others nothing is made.
 * @returns no output where it has none of that index
 * @throws AppError as `readRawTransaction`
 */
export function readSpent(
  bytes: Uint8Array,
  range: ByteRange,
  vout: number,
): { readonly id: Uint8Array; readonly output: RawOutput | undefined } {
  const cursor = new ByteCursor(bytes, range);
  const version = cursor.take(4);
  const hasWitness = takeWitnessFlag(cursor);
  const start = cursor.position;
  const inputs = announced(cursor, INPUT_BYTES);
  for (let left = inputs; left > 0; left -= 1) {
    cursor.skip(36);
    cursor.skip(cursor.compactSize());
    cursor.skip(4);
  }
  const outputs = announced(cursor, OUTPUT_BYTES);
  let output: RawOutput | undefined;
  for (let at = 0; at < outputs; at += 1) {
    if (at === vout) {
      output = readOutput(cursor);
      continue;
    }
    cursor.skip(8);
    cursor.skip(cursor.compactSize());
  }
  const body = bytes.subarray(start, cursor.position);
  if (body.length + 8 > MAX_BYTES) throw malformed(`without witnesses it has more than ${MAX_BYTES} bytes`);
  if (hasWitness) skipWitnesses(cursor, inputs);
  const lockTime = cursor.take(4);
  requireEnd(cursor);
  return { id: doubleSha256(concatBytes(version, body, lockTime)), output };
}

function takeWitnessFlag(cursor: ByteCursor): boolean {
  if (cursor.next !== 0) return false;
  if ((cursor.take(2)[1] ?? 0) !== 1) throw malformed('its witness flag is not 1');
  return true;
}

function skipWitnesses(cursor: ByteCursor, inputs: number): void {
  for (let left = inputs; left > 0; left -= 1) {
    for (let items = cursor.compactSize(); items > 0; items -= 1) cursor.skip(cursor.compactSize());
  }
}

function requireEnd(cursor: ByteCursor): void {
  if (!cursor.isAtEnd) throw malformed('bytes are left over behind its lock time');
}

/** How many are announced; a count beyond what the bytes can hold is cut off before anything is read. */
function announced(cursor: ByteCursor, least: number): number {
  const count = cursor.compactSize();
  const start = cursor.position;
  cursor.skip(count * least);
  cursor.position = start;
  return count;
}

function readInput(cursor: ByteCursor): RawInput {
  const start = cursor.position;
  const txid = cursor.take(32);
  const vout = cursor.u32();
  const scriptSig = cursor.take(cursor.compactSize());
  const at = cursor.position;
  return {
    txid,
    vout,
    scriptSig,
    sequence: cursor.u32(),
    ranges: { txid: [start, start + 32], vout: [start + 32, start + 36], sequence: [at, at + 4] },
  };
}

/** Reads an amount and a script: an output, and the value of `witness_utxo` (BIP-174). */
export function readOutput(cursor: ByteCursor): RawOutput {
  const start = cursor.position;
  const amount = cursor.u64();
  const length = cursor.compactSize();
  const at = cursor.position;
  return {
    amount,
    script: cursor.take(length),
    ranges: { amount: [start, start + 8], script: [at, at + length] },
  };
}

/** The form without witnesses: what the id is the hash of. */
export function serialiseWithoutWitness({ version, inputs, outputs, lockTime }: RawTransaction): Uint8Array {
  return joined([
    u32(version),
    compactSize(inputs.length),
    ...inputs.map(({ txid, vout, scriptSig, sequence }) =>
      concatBytes(txid, u32(vout), compactSize(scriptSig.length), scriptSig, u32(sequence)),
    ),
    compactSize(outputs.length),
    ...outputs.map(serialiseOutput),
    u32(lockTime),
  ]);
}

/** As the library's function, which takes each part as an argument: a hundred thousand are more than the stack holds. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An output as transactions carry it. */
export const serialiseOutput = ({ amount, script }: Pick<RawOutput, 'amount' | 'script'>): Uint8Array =>
  concatBytes(u64(amount), compactSize(script.length), script);

export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** A transaction's id in the order of the bytes. */
export const idOf = (transaction: RawTransaction): Uint8Array =>
  doubleSha256(serialiseWithoutWitness(transaction));

/** An id as people read it: reversed, in hex. */
export const idText = (id: Uint8Array): string => toHex(id.toReversed());

const malformed = (why: string): AppError => bitcoinError('BITCOIN_TRANSACTION_MALFORMED', { why });
