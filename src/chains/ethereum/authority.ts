import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex } from '#protocol/encoding.ts';
import { encodeRlp, unsignedBytes } from './rlp.ts';
import { addressOfPublicKey, type Hex } from './address.ts';
import type { Authorization } from './transaction.ts';

/** The byte before what an authorization signs (EIP-7702). */
const MAGIC = 0x05;

/** The 32 bytes that an authorization signs (EIP-7702). */
export function authorizationHash({
  chainId,
  address,
  nonce,
}: Pick<Authorization, 'chainId' | 'address' | 'nonce'>): Uint8Array {
  const tuple = encodeRlp([unsignedBytes(chainId), fromHex(address), unsignedBytes(nonce)]);
  return keccak_256(concatBytes(Uint8Array.of(MAGIC), tuple));
}

/** The account whose code an authorization sets, recovered from its signature; null where the signature is not valid. */
export function authorityOf({ chainId, address, nonce, yParity, r, s }: Authorization): Hex | null {
  if (yParity > 1n) return null;
  try {
    const signature = new secp256k1.Signature(r, s, Number(yParity));
    if (signature.hasHighS()) return null;
    const hash = authorizationHash({ chainId, address, nonce });
    return addressOfPublicKey(signature.recoverPublicKey(hash).toBytes(false));
  } catch {
    // The curve library throws for numbers that are no signature; chains skip such an authorization.
    return null;
  }
}
