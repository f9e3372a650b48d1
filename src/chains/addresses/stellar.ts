import { concatBytes } from '@noble/hashes/utils.js';
import { base32 } from '@scure/base';
import { crc16 } from './crc16.ts';

const ACCOUNT_ID = 6 << 3;

/** Stellar: the strkey of an account, `G…` (SEP-23). The checksum is little-endian. */
export function stellar(key: Uint8Array): string {
  const payload = concatBytes(Uint8Array.of(ACCOUNT_ID), key);
  const checksum = crc16(payload);
  return base32.encode(concatBytes(payload, Uint8Array.of(checksum & 0xff, checksum >> 8)));
}
