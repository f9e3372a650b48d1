import { sha3_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';

const SINGLE_ED25519 = 0x00;

/** Aptos: SHA3-256 of the key and its scheme, the account's first authentication key, as hex with 0x (AIP-40: long form). */
export const aptos = (key: Uint8Array): string =>
  `0x${toHex(sha3_256(concatBytes(key, Uint8Array.of(SINGLE_ED25519))))}`;
