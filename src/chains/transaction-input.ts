import { base58, base64 } from '@scure/base';
import { parseTransaction } from './solana/parse.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';

/** `psbt` and ff, in base64. */
const PSBT_START = 'cHNidP';
const MAX_JSON = 2_200_000;
const SIGNATURE_BYTES = 64;

/**
 * An unsigned transaction in one of the forms that wallets and libraries write, as the hex that `sign_transaction` takes:
 * a base64 PSBT, a Solana transaction or message in base64 or base58, the JSON of a Tron
 * transaction (`raw_data_hex`). Hex stays as it is, and so does everything else: its reader says what is wrong with it.
 */
export function transactionAsHex(text: string): string {
  const given = text.trim();
  if (given.startsWith('{') && given.length <= MAX_JSON) return rawDataOf(given) ?? text;
  const packed = given.replace(/\s+/g, '');
  if (/^(?:0x)?[0-9a-f]*$/i.test(packed)) return text;
  if (packed.startsWith(PSBT_START)) {
    const psbt = decoded(() => base64.decode(packed));
    return psbt === null ? text : toHex(psbt);
  }
  for (const decode of [() => base64.decode(packed), () => base58.decode(packed)]) {
    // Base58 takes time with the square of the length; nothing longer is a Solana transaction.
    const bytes = packed.length > 1700 ? null : decoded(decode);
    const hex = bytes === null ? null : solanaHex(bytes);
    if (hex !== null) return hex;
  }
  return text;
}

/** The raw data of a Tron transaction in JSON, as tronweb writes it. */
function rawDataOf(json: string): string | null {
  const parsed = decoded(() => JSON.parse(json) as unknown);
  const raw = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  const inner =
    raw['raw_data_hex'] ?? (raw['transaction'] as Record<string, unknown> | undefined)?.['raw_data_hex'];
  return typeof inner === 'string' ? inner : null;
}

/** A whole transaction, or a message with empty signatures put before it; null where it is neither. */
function solanaHex(bytes: Uint8Array): string | null {
  const isVersioned = ((bytes[0] ?? 0) & 0x80) !== 0;
  const count = bytes[isVersioned ? 1 : 0] ?? 0;
  const filled = `${toHex(Uint8Array.of(count & 0x7f))}${'00'.repeat(count * SIGNATURE_BYTES)}${toHex(bytes)}`;
  for (const hex of [toHex(bytes), filled]) {
    try {
      parseTransaction(hex);
      return hex;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    // The libraries throw for text of another form.
    return null;
  }
}
