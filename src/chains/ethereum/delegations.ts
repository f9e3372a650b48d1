import type { SentencePart } from '../model/decoded.ts';
import { say, theAddress } from '../model/sentence.ts';
import { toChecksumAddress, type Hex } from './address.ts';
import { authorityOf } from './authority.ts';
import type { Authorization, UnsignedEthereumTransaction } from './transaction.ts';

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
