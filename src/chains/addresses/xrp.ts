import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58xrp } from '@scure/base';
import { hash160 } from './hash160.ts';

const ACCOUNT = 0x00;

/** XRP Ledger: the classic address, `r…`: Base58Check in the ledger's own alphabet (XRPL documentation, addresses). */
export function xrp(key: Uint8Array): string {
  const payload = concatBytes(Uint8Array.of(ACCOUNT), hash160(key));
  return base58xrp.encode(concatBytes(payload, sha256(sha256(payload)).subarray(0, 4)));
}
