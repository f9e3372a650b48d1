import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';

const ED25519_FLAG = 0x00;

/** Sui: BLAKE2b-256 of the signature scheme's flag and the key, as hex with 0x (Sui documentation, keys and addresses). */
export const sui = (key: Uint8Array): string =>
  `0x${toHex(blake2b(concatBytes(Uint8Array.of(ED25519_FLAG), key), { dkLen: 32 }))}`;
