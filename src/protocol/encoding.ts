import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url, base64urlnopad } from '@scure/base';
import { AppError } from './error.ts';
import { protocolError } from './errors.ts';

const HEX_DIGITS = utf8ToBytes('0123456789abcdef');
/** The library puts texts of two digits together, and of a megabyte it takes a second to clear them away. */
const LONG = 4096;

/** Lowercase hex of the bytes, without a prefix. */
export function toHex(bytes: Uint8Array): string {
  if (bytes.length < LONG) return bytesToHex(bytes);
  const digits = new Uint8Array(2 * bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    digits[2 * at] = HEX_DIGITS[byte >> 4] ?? 0;
    digits[2 * at + 1] = HEX_DIGITS[byte & 15] ?? 0;
  }
  return new TextDecoder().decode(digits);
}

/** UTF-8 bytes of a text. */
export const toUtf8 = (text: string): Uint8Array => utf8ToBytes(text);

/** Base64url of the bytes without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

/** Lowercase hex SHA-256 of the bytes. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/**
 * Reads hex, with or without `0x`.
 * @param text hex digits, any case
 * @param what the name of the value, for the error
 * @throws AppError `HEX_INVALID` when it is empty, of odd length, or holds anything but hex digits
 */
export function fromHex(text: string, what = 'value'): Uint8Array {
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
  if (digits.length === 0) throw protocolError('HEX_INVALID.empty', { what });
  const stray = digits.search(/[^0-9a-fA-F]/);
  if (stray !== -1) {
    throw protocolError('HEX_INVALID.digit', { what, position: String(stray + 1) });
  }
  if (digits.length % 2 === 1) {
    throw protocolError('HEX_INVALID.odd', { what, count: String(digits.length) });
  }
  return hexToBytes(digits);
}

/**
 * Bytes as they are, or out of hex as {@link fromHex} reads it. Long ones are not written as hex to be read again.
 * @throws AppError `HEX_INVALID`, for no bytes as well
 */
export const bytesFrom = (given: string | Uint8Array, what: string): Uint8Array =>
  typeof given === 'string' ? fromHex(given, what) : given.length === 0 ? fromHex('', what) : given;

/**
 * Reads base64url with or without padding.
 * @throws AppError `BASE64URL_INVALID`
 */
export function fromBase64Url(text: string, what = 'value'): Uint8Array {
  try {
    return text.endsWith('=') ? base64url.decode(text) : base64urlnopad.decode(text);
  } catch (cause) {
    throw protocolError('BASE64URL_INVALID', { what, cause });
  }
}

/**
 * Reads UTF-8 strictly: no replacement characters.
 * @throws AppError `UTF8_INVALID`
 */
export function fromUtf8(bytes: Uint8Array, what = 'value'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw protocolError('UTF8_INVALID', { what, cause });
  }
}

/**
 * The text that bytes are; null for bytes that are no text: no UTF-8, or controls (C0, C1) other than tabs and line breaks.
 * A carriage return alone is none: it lets a line be written over.
 */
export function textOf(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = fromUtf8(bytes);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/.test(text) ? null : text;
}
