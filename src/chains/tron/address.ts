import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { chainError } from '../model/errors.ts';

const base58check = createBase58check(sha256);
const PREFIX = 0x41;
const LENGTH = 21;

/**
 * The bytes of an account, if that is what they are: 21, and the first is 41.
 * @throws AppError `ADDRESS_INVALID` naming the field
 */
export function requireAddress(bytes: Uint8Array, field: string): Uint8Array {
  if (bytes.length === LENGTH && bytes[0] === PREFIX) return bytes;
  throw chainError('ADDRESS_INVALID.field', { field, length: bytes.length });
}

/**
 * An account's 21 bytes as people write them: Base58Check, T and 33 characters.
 * @throws AppError `ADDRESS_INVALID` naming the field
 */
export const tronAddress = (bytes: Uint8Array, field: string): string =>
  base58check.encode(requireAddress(bytes, field));

/** The address of 20 bytes as contracts carry it, for example in the arguments of a TRC-20 call. */
export const fromEvmAddress = (bytes: Uint8Array): string =>
  base58check.encode(Uint8Array.of(PREFIX, ...bytes));

/**
 * The 21 bytes of an address as people write it.
 * @throws AppError `ADDRESS_INVALID`
 */
export function parseTronAddress(text: string): Uint8Array {
  try {
    const bytes = base58check.decode(text);
    if (bytes.length === LENGTH && bytes[0] === PREFIX) return bytes;
  } catch {
    // Not Base58Check: refused below like any other text.
  }
  throw chainError('ADDRESS_INVALID.text', {
    chain: 'Tron',
    why: 'T and 33 characters are wanted, and its checksum must hold',
  });
}
