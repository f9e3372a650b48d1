import type { Hex } from './address.ts';
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

/** The delegations that a transaction carries (EIP-7702); none for other types. */
export const delegationsOf = (tx: UnsignedEthereumTransaction): Delegation[] =>
  tx.type !== 'eip7702'
    ? []
    : tx.authorizationList.map((authorization, index) => ({
        authorization,
        authority: index < MAX_RECOVERED ? authorityOf(authorization) : undefined,
      }));
