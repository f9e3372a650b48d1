import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { chainError } from '../model/errors.ts';
import { keyError } from '#protocol/key-errors.ts';
import { encodeRlp, unsignedBytes } from './rlp.ts';
import { ethereumError } from './errors.ts';

/** Hex text with `0x`. */
export type Hex = `0x${string}`;

/** Hex of the bytes, lowercase, with `0x`. */
export const prefixedHex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`;

/**
 * The address of a secp256k1 public key: the last 20 bytes of keccak256 over its coordinates.
 * @param publicKey SEC1 bytes, compressed (33) or not (65)
 * @returns the address with its EIP-55 checksum
 * @throws AppError `PUBLIC_KEY_INVALID` when the bytes are no point of the curve
 */
export function addressOfPublicKey(publicKey: Uint8Array): Hex {
  let point: Uint8Array;
  try {
    point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  } catch (cause) {
    throw keyError('PUBLIC_KEY_INVALID.ethereum', { cause });
  }
  return toChecksumAddress(prefixedHex(keccak_256(point.subarray(1)).subarray(12)));
}

/** The address of the contract that an account creates with its n-th transaction (yellow paper, section 7). */
export function addressOfContract(creator: Hex, nonce: bigint): Hex {
  const origin = encodeRlp([fromHex(creator), unsignedBytes(nonce)]);
  return toChecksumAddress(prefixedHex(keccak_256(origin).subarray(12)));
}

/** The address with upper and lower case as its checksum says (EIP-55). Takes any case, 20 bytes of hex. */
export function toChecksumAddress(address: string): Hex {
  const digits = address.slice(2).toLowerCase();
  const hash = toHex(keccak_256(toUtf8(digits)));
  const cased = digits.replace(/[a-f]/g, (letter, index: number) =>
    parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${cased}`;
}

/**
 * Reads an address as people write it. In mixed case its checksum is verified (EIP-55).
 * @returns the address with its checksum
 * @throws AppError `ADDRESS_INVALID` or `ADDRESS_CHECKSUM_INVALID`
 */
export function parseAddress(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw chainError('ADDRESS_INVALID.text', { chain: 'Ethereum', why: '0x and 40 hex digits are wanted' });
  }
  const address = toChecksumAddress(text);
  const digits = text.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && text !== address) {
    throw ethereumError('ADDRESS_CHECKSUM_INVALID');
  }
  return address;
}
