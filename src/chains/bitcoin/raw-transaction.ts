import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import type { ByteRange } from '../model/decoded.ts';
import { ByteCursor } from './byte-cursor.ts';
import { compactSize, u32, u64 } from './compact-size.ts';
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
  const hasWitness = form === 'network' && cursor.next === 0;
  if (hasWitness && (cursor.take(2)[1] ?? 0) !== 1) throw malformed('its witness flag is not 1');
  const inputs = readMany(cursor, 41, () => readInput(cursor));
  const outputs = readMany(cursor, 9, () => readOutput(cursor));
  if (hasWitness) {
    for (let left = inputs.length; left > 0; left -= 1) {
      for (let items = cursor.compactSize(); items > 0; items -= 1) cursor.skip(cursor.compactSize());
    }
  }
  const lockTime = cursor.u32();
  if (!cursor.isAtEnd) throw malformed('bytes are left over behind its lock time');
  return { version, inputs, outputs, lockTime };
}

/** As many as are announced; a count beyond what the bytes can hold is cut off before anything is read. */
function readMany<T>(cursor: ByteCursor, least: number, read: () => T): T[] {
  const count = cursor.compactSize();
  const start = cursor.position;
  cursor.skip(count * least);
  cursor.position = start;
  return Array.from({ length: count }, read);
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
  return concatBytes(
    u32(version),
    compactSize(inputs.length),
    ...inputs.map(({ txid, vout, scriptSig, sequence }) =>
      concatBytes(txid, u32(vout), compactSize(scriptSig.length), scriptSig, u32(sequence)),
    ),
    compactSize(outputs.length),
    ...outputs.map(serialiseOutput),
    u32(lockTime),
  );
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
