import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex } from '#protocol/encoding.ts';
import { recoverPublicKey } from '#protocol/key-recovery.ts';
import type { SentencePart } from '../model/decoded.ts';
import { say, theAddress } from '../model/sentence.ts';
import { type Hex, addressOfPublicKey, toChecksumAddress } from './model/address.ts';
import { encodeRlp, unsignedBytes } from './model/rlp.ts';
import type { Authorization, UnsignedEthereumTransaction } from './transaction.ts';

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
function authorityOf({ chainId, address, nonce, yParity, r, s }: Authorization): Hex | null {
  if (yParity > 1n) return null;
  try {
    const signature = new secp256k1.Signature(r, s);
    if (signature.hasHighS()) return null;
    const hash = authorizationHash({ chainId, address, nonce });
    return addressOfPublicKey(recoverPublicKey(hash, signature.toBytes('compact'), Number(yParity)));
  } catch {
    // The curve library throws for numbers that are no signature; chains skip such an authorization.
    return null;
  }
}

/** Recovering an account takes a millisecond or two, and a transaction has room for thousands of authorizations. */
export const MAX_RECOVERED = 32;

/** An authorization with the account that it was signed by. */
export interface Delegation {
  readonly authorization: Pick<Authorization, 'chainId' | 'address' | 'nonce' | 'range'>;
  /** Null where the signature is not valid; undefined beyond the first 32, where it was not worked out. */
  readonly authority: Hex | null | undefined;
}

/** So many are named in a sentence. */
const MOST_NAMED = 2;

/** The words for accounts that are handed to somebody's code; one that removes code, or is not validly signed, hands over none. */
export function delegationWords(delegations: readonly Delegation[]): SentencePart[] {
  const handed = delegations
    .filter(({ authority, authorization }) => authority !== null && !/^0x0*$/.test(authorization.address))
    .map(({ authorization }) => toChecksumAddress(authorization.address));
  const codes = [...new Set(handed)];
  const more = codes.length - MOST_NAMED;
  return codes.length === 0
    ? []
    : say(
        ', and hand an account to the code at ',
        ...codes
          .slice(0, MOST_NAMED)
          .flatMap((each, at) => (at === 0 ? [theAddress(each)] : [' and ', theAddress(each)])),
        ...(more > 0 ? [` and ${more} more`] : []),
      );
}

/** The delegations that a transaction carries (EIP-7702); none for other types. */
export const delegationsOf = (tx: UnsignedEthereumTransaction): Delegation[] =>
  tx.type !== 'eip7702'
    ? []
    : tx.authorizationList.map((authorization, index) => ({
        authorization,
        authority: index < MAX_RECOVERED ? authorityOf(authorization) : undefined,
      }));
