import type { EarnPositionRow } from '../../storage/integrations-schema.ts';
import type { Store } from '../../storage/store.ts';

/** What all wallets have in a wrapper. */
export const positionsInWrapper = (store: Store, wrapper: string): Promise<EarnPositionRow[]> =>
  store.selectFrom('earn_position').selectAll().where('wrapper_address', '=', wrapper).execute();

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
