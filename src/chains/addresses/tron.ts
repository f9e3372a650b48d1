import { keccak_256 } from '@noble/hashes/sha3.js';
import { versioned } from './bitcoin.ts';
import { uncompress } from './public-key.ts';

const MAINNET_PREFIX = 0x41;

/** Tron: Base58Check of 0x41 and the last 20 bytes of Keccak-256 of the point's coordinates (TRON protocol document). */
export const tron = (key: Uint8Array): string =>
  versioned(MAINNET_PREFIX, keccak_256(uncompress('CURVE_SECP256K1', key).subarray(1)).subarray(12));
