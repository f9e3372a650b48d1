import { bech32 } from '@scure/base';
import { hash160 } from './hash160.ts';

/**
 * Address of a chain of the Cosmos SDK: bech32 of the hash of the compressed secp256k1 key (ADR 28 of the SDK).
 * @param prefix the chain's human-readable part: `cosmos`, `sei`
 */
export const cosmos = (prefix: string, key: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(hash160(key)));
