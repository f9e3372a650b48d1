import type { Kysely } from 'kysely';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import { insertOfProfile } from './row-of-profile.ts';
import type { Tables } from './tables.ts';

/** Whose transactions a nonce counts. */
export interface NonceOwner {
  readonly profileId: string;
  readonly chain: TransactionType;
  /** As the chain's form calls it. */
  readonly network: string;
  /** As the service spells it. */
  readonly address: string;
}

interface SignedNonce extends NonceOwner {
  /** In decimal. */
  readonly nonce: string;
  readonly signedAtMs: number;
  /** Over all the others but the time (src/main/vault/row-seals.ts), as hex. */
  readonly mac: string;
}

export interface SignedNonceStore {
  get(owner: NonceOwner): Promise<Pick<SignedNonce, 'nonce' | 'mac'> | undefined>;
  /** Keeps it in the place of the one before. */
  set(signed: SignedNonce): Promise<void>;
}

const set = keptStatement<{
  profileId: string;
  chain: TransactionType;
  network: string;
  address: string;
  nonce: string;
  signedAtMs: number;
  mac: string;
}>((database, { profileId, chain, network, address, nonce, signedAtMs, mac }) =>
  insertOfProfile(database, 'signed_nonce', profileId, {
    chain,
    network,
    address,
    nonce,
    signed_at: signedAtMs,
    mac,
  }).onConflict((conflict) =>
    conflict
      .columns(['profile_id', 'chain', 'network', 'address'])
      .doUpdateSet({ nonce, signed_at: signedAtMs, mac }),
  ),
);

export function signedNonceStore(database: Kysely<Tables>, commit: Commit): SignedNonceStore {
  return {
    get: ({ profileId, chain, network, address }) =>
      database
        .selectFrom('signed_nonce')
        .select(['nonce', 'mac'])
        .where('profile_id', '=', profileId)
        .where('chain', '=', chain)
        .where('network', '=', network)
        .where('address', '=', address)
        .executeTakeFirst(),
    set: (signed) => commit((transaction) => set(transaction, { ...signed })),
  };
}
