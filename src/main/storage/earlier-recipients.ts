import type { Kysely } from 'kysely';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import { insertOfProfile } from './row-of-profile.ts';
import type { Tables } from './tables.ts';

/** Somebody whom a completed transaction of a profile paid. */
export interface EarlierRecipient {
  readonly profileId: string;
  readonly chain: TransactionType;
  /** As the chain's reader spells it. */
  readonly address: string;
  /** The last time, in ms since the epoch. */
  readonly paidAtMs: number;
  /** Over profile, chain and address (src/main/vault/request-seal.ts), as hex. */
  readonly mac: string;
}

export interface EarlierRecipientStore {
  /** Keeps them; one that is there already has been paid again. */
  add(recipients: readonly EarlierRecipient[]): Promise<void>;
  /** The last paid first, {@link MOST_EARLIER} at most. Whether a row holds is told by its MAC alone. */
  list(profileId: string, chain: TransactionType): Promise<EarlierRecipient[]>;
}

const add = keptStatement<{
  profileId: string;
  chain: TransactionType;
  address: string;
  paidAtMs: number;
  mac: string;
}>((database, { profileId, chain, address, paidAtMs, mac }) =>
  insertOfProfile(database, 'earlier_recipient', profileId, {
    chain,
    address,
    paid_at: paidAtMs,
    mac,
  }).onConflict((conflict) =>
    conflict.columns(['profile_id', 'chain', 'address']).doUpdateSet({ paid_at: paidAtMs, mac }),
  ),
);

/** So many are compared with; a longer list is cut, and costs no preview more. */
const MOST_EARLIER = 10_000;

export function earlierRecipientStore(database: Kysely<Tables>, commit: Commit): EarlierRecipientStore {
  return {
    add: async (recipients) => {
      if (recipients.length === 0) return;
      await commit(async (transaction) => {
        for (const each of recipients) await add(transaction, { ...each });
      });
    },
    list: async (profileId, chain) => {
      const rows = await database
        .selectFrom('earlier_recipient')
        .selectAll()
        .where('profile_id', '=', profileId)
        .where('chain', '=', chain)
        .orderBy('paid_at', 'desc')
        .limit(MOST_EARLIER)
        .execute();
      return rows.map(({ address, paid_at: paidAtMs, mac }) => ({
        profileId,
        chain,
        address,
        paidAtMs,
        mac,
      }));
    },
  };
}
