import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress, type Hex } from '../ethereum/model/address.ts';
import { authorizationHash } from '../ethereum/authority.ts';
import { MAX_RECOVERED, type Delegation } from '../ethereum/delegations.ts';
import { signerOf } from './signed.ts';
import type { TempoTransaction } from './transaction.ts';

/** The length of a signature of secp256k1; of other kinds of keys the account is not worked out. */
const RECOVERABLE = 65;

/** The delegations that a transaction carries, with the accounts that they are of. */
export const delegationsOf = (tx: TempoTransaction): Delegation[] =>
  tx.authorizationList.map((authorization, index) => ({
    authorization,
    authority:
      index < MAX_RECOVERED && authorization.signature.length === RECOVERABLE
        ? signerOf(authorizationHash(authorization), authorization.signature)
        : undefined,
  }));

/**
 * The account that a key authorization lets a key into: the one that it names, else whose key signed it.
 * @returns undefined where there is no authorization; null where it was signed by another kind of key, or not validly
 */
export function grantingAccount({ keyAuthorization, bytes }: TempoTransaction): Hex | null | undefined {
  if (keyAuthorization === null) return undefined;
  const { account, signed, signature } = keyAuthorization;
  return account === null
    ? signerOf(keccak_256(bytes.subarray(...signed)), signature)
    : toChecksumAddress(account);
}
