import { sql } from 'kysely';
import type { EarnPositionRow, EarnWrapperRow } from '../../storage/integrations-schema.ts';
import type { Store } from '../../storage/store.ts';

/** What all wallets have in a wrapper. */
export const positionsInWrapper = (store: Store, wrapper: string): Promise<EarnPositionRow[]> =>
  store.selectFrom('earn_position').selectAll().where('wrapper_address', '=', wrapper).execute();

/** What a wallet has in each wrapper of an organization, the oldest wrapper first. */
export const positionsOfWallet = (
  store: Store,
  organizationId: string,
  wallet: string,
): Promise<(EarnPositionRow & Pick<EarnWrapperRow, 'vault_address' | 'deposits_disabled'>)[]> =>
  store
    .selectFrom('earn_position')
    .innerJoin('earn_wrapper', 'earn_wrapper.address', 'earn_position.wrapper_address')
    .selectAll('earn_position')
    .select(['earn_wrapper.vault_address', 'earn_wrapper.deposits_disabled'])
    .where('earn_position.wallet_address', '=', wallet)
    .where('earn_wrapper.organization_id', '=', organizationId)
    // The sign keeps SQLite from reading all wrappers in that order; to PostgreSQL it means nothing.
    .orderBy(sql`+earn_wrapper.created_at`)
    .orderBy(sql.ref('earn_wrapper.rowid'))
    .execute();

/** Writes what a wallet has in a wrapper, in the place of what it had. */
export async function writePosition(store: Store, row: EarnPositionRow): Promise<void> {
  const { deposited, withdrawn } = row;
  await store
    .insertInto('earn_position')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['wrapper_address', 'wallet_address']).doUpdateSet({ deposited, withdrawn }),
    )
    .execute();
}
