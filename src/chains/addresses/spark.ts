import { concatBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';

// Protobuf: field 1, the identity key, as 33 bytes.
const IDENTITY_KEY = Uint8Array.of(0x0a, 33);

/**
 * Spark: bech32m of a message that holds the identity key and nothing else (Spark documentation, addresses).
 * @param prefix `spark` on the main network, `sparkrt` on regtest
 */
export const spark = (prefix: string, key: Uint8Array): string =>
  bech32m.encode(prefix, bech32m.toWords(concatBytes(IDENTITY_KEY, key)), false);
