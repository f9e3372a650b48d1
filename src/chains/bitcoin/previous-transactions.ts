import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { bitcoinError } from './errors.ts';
import {
  type RawOutput,
  idOf,
  idText,
  readRawTransaction,
  serialiseWithoutWitness,
} from './raw-transaction.ts';

/** A transaction that was given whole: its hash is its ID, so its amounts hold. */
export interface Previous {
  /** Without its witnesses, which its ID doesn't cover. */
  readonly bytes: Uint8Array;
  readonly outputs: readonly RawOutput[];
}

/** The longest transaction that is read from a file, in bytes: a block holds no larger one. */
const MAX_BYTES = 4_000_000;
/** The longest file that is read as one: its bytes as hex, with white space around. */
export const MAX_PREVIOUS_FILE = 2 * MAX_BYTES + 1024;

/**
 * Reads a transaction of the network out of a file: its bytes, or their hex as `bitcoin-cli getrawtransaction TXID` prints it.
 * @returns its bytes without witnesses, which are all that its ID is the hash of
 * @throws AppError `PREVIOUS_TRANSACTION_INVALID`
 */
export function parsePreviousTransaction(file: Uint8Array): Uint8Array {
  const bytes = hexIn(file) ?? file;
  if (bytes.length > MAX_BYTES)
    throw bitcoinError('PREVIOUS_TRANSACTION_INVALID', { why: `it has more than ${MAX_BYTES} bytes` });
  try {
    return readPreviousTransaction(bytes, 'network')[1].bytes;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    // The refusal speaks of a PSBT, and shows nothing of the file.
    throw bitcoinError('PREVIOUS_TRANSACTION_INVALID', { why: 'its bytes are those of none', cause });
  }
}

/**
 * Reads a transaction that was given whole.
 * @param form `unsigned` for bytes without witnesses alone
 * @returns its ID as people read it, and the transaction
 * @throws AppError as `readRawTransaction`
 */
export function readPreviousTransaction(
  bytes: Uint8Array,
  form: 'unsigned' | 'network',
): [id: string, previous: Previous] {
  const transaction = readRawTransaction(bytes, [0, bytes.length], form);
  const { outputs } = transaction;
  return [idText(idOf(transaction)), { bytes: serialiseWithoutWitness(transaction), outputs }];
}

/**
 * Transactions by their IDs as people read them. One that can't be read proves nothing, and is left out.
 * @param all bytes without witnesses
 */
export function previousById(all: readonly Uint8Array[]): ReadonlyMap<string, Previous> {
  const found = new Map<string, Previous>();
  for (const bytes of all) {
    try {
      found.set(...readPreviousTransaction(bytes, 'unsigned'));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}

/** The bytes that a file of hex holds; undefined for any other file. */
function hexIn(file: Uint8Array): Uint8Array | undefined {
  const text = new TextDecoder('latin1').decode(file).trim();
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text.toLowerCase()) : undefined;
}
