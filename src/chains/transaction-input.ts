import { base58, base64 } from '@scure/base';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { ethereumJsonAsHex } from './ethereum/json-transaction.ts';
import { parseUnsignedBytes } from './ethereum/parse.ts';
import { withEmptySignatures } from './solana/transaction.ts';
import { parseTransaction } from './solana/parse.ts';
import { tempoJsonAsHex } from './tempo/json-transaction.ts';
import { parseTempoBytes } from './tempo/transaction.ts';
import { wrappedAsHex } from './wrapped-transaction.ts';

/** `psbt` and ff, in base64. */
const PSBT_START = 'cHNidP';
const MAX_JSON = 2_200_000;
/** So many bytes a Solana transaction has at most. */
const MOST_OF_SOLANA = 1232;

/** What each chain's wallets and libraries write beside hex and JSON; null for text of another form. */
const AS_HEX: Readonly<Record<TransactionType, (given: string) => string | null>> = {
  // In JSON alone.
  TRANSACTION_TYPE_TRON: () => null,
  TRANSACTION_TYPE_BITCOIN: (given) => {
    const psbt = given.startsWith(PSBT_START) ? decoded(() => base64.decode(packed(given))) : null;
    return psbt === null ? null : toHex(psbt);
  },
  TRANSACTION_TYPE_SOLANA: (given) => {
    const text = packed(given);
    // Base58 takes time with the square of the length; nothing longer is a Solana transaction.
    if (text.length > 1700 || text.startsWith(PSBT_START)) return null;
    for (const decode of [() => base64.decode(text), () => base58.decode(text)]) {
      const bytes = decoded(decode);
      const hex = bytes === null ? null : solanaHex(bytes);
      if (hex !== null) return hex;
    }
    return null;
  },
  TRANSACTION_TYPE_ETHEREUM: (given) => {
    const bytes = decoded(() => base64.decode(packed(given)));
    return bytes === null || !isRead(() => parseUnsignedBytes(bytes)) ? null : toHex(bytes);
  },
  TRANSACTION_TYPE_TEMPO: (given) => {
    const bytes = decoded(() => base64.decode(packed(given)));
    return bytes === null || !isRead(() => parseTempoBytes(bytes)) ? null : toHex(bytes);
  },
};

/**
 * An unsigned transaction in one of the forms that wallets and libraries write, as the hex that `sign_transaction` takes:
 * a base64 PSBT, a Solana transaction or message in base64 or base58, Ethereum's and Tempo's bytes in base64, the JSON of an
 * Ethereum, Tempo or Tron transaction (`raw_data_hex`), bytes as JSON, and JSON that carries one of these in a member. Hex stays
 * as it is, and so does everything else: its reader says what is wrong with it.
 * @throws AppError `TRANSACTION_JSON_INVALID`, `JSON_INVALID`, `ADDRESS_INVALID`, `ADDRESS_CHECKSUM_INVALID` for JSON of a
 * transaction that isn't whole or means two things
 */
export function transactionAsHex(text: string): string {
  const given = text.trim();
  if (/^(?:0x)?[0-9a-f]*$/i.test(packed(given))) return text;
  if (!/^[{[]/.test(given)) return ofText(given) ?? text;
  if (given.length > MAX_JSON) return text;
  return ofJson(given) ?? wrappedAsHex(given, { ofText, ofSolana, ofJson }) ?? text;
}

function ofText(given: string): string | null {
  for (const asHex of Object.values(AS_HEX)) {
    const hex = asHex(given.trim());
    if (hex !== null) return hex;
  }
  return null;
}

const ofJson = (json: string): string | null => tempoJsonAsHex(json) ?? ethereumJsonAsHex(json);

const ofSolana = (bytes: Uint8Array): string | null =>
  bytes.length > MOST_OF_SOLANA ? null : solanaHex(bytes);

const packed = (text: string): string => text.replace(/\s+/g, '');

/** A whole transaction, or a message with empty signatures put before it; null where it is neither. */
const solanaHex = (bytes: Uint8Array): string | null =>
  [toHex(bytes), toHex(withEmptySignatures(bytes))].find((hex) => isRead(() => parseTransaction(hex))) ??
  null;

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    // The libraries throw for text of another form.
    return null;
  }
}
