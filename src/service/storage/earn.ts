import { sql } from 'kysely';
import type { EarnPositionRow, EarnRequestRow, EarnWrapperRow } from './providers-schema.ts';
import type { Store } from './store.ts';

export async function insertEarnWrapper(store: Store, row: EarnWrapperRow): Promise<void> {
  await store.insertInto('earn_wrapper').values(row).execute();
}

/** The wrapper of an address (with its checksum) within an organization, or undefined. */
export const findEarnWrapper = (
  store: Store,
  organizationId: string,
  address: string,
): Promise<EarnWrapperRow | undefined> =>
  store
    .selectFrom('earn_wrapper')
    .selectAll()
    .where('address', '=', address)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** An organization's wrappers, oldest first. */
export const earnWrappersOf = (store: Store, organizationId: string): Promise<EarnWrapperRow[]> =>
  store
    .selectFrom('earn_wrapper')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

export async function setDepositsDisabled(
  store: Store,
  address: string,
  disabled: boolean,
  now: number,
): Promise<void> {
  await store
    .updateTable('earn_wrapper')
    .set({ deposits_disabled: Number(disabled), updated_at: now })
    .where('address', '=', address)
    .execute();
}

export async function insertEarnRequest(store: Store, row: EarnRequestRow): Promise<void> {
  await store.insertInto('earn_request').values(row).execute();
}

/** Whether an organization made a request of that kind and id. */
export async function hasEarnRequest(
  store: Store,
  request: Pick<EarnRequestRow, 'organization_id' | 'kind' | 'id'>,
): Promise<boolean> {
  const row = await store
    .selectFrom('earn_request')
    .select('id')
    .where('id', '=', request.id)
    .where('kind', '=', request.kind)
    .where('organization_id', '=', request.organization_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What all wallets have in a wrapper. */
export const positionsInWrapper = (store: Store, wrapper: string): Promise<EarnPositionRow[]> =>
  store.selectFrom('earn_position').selectAll().where('wrapper_address', '=', wrapper).execute();

/** What a wallet has in a wrapper, or undefined when it never deposited. */
export const findPosition = (
  store: Store,
  wrapper: string,
  wallet: string,
): Promise<EarnPositionRow | undefined> =>
  store
    .selectFrom('earn_position')
    .selectAll()
    .where('wrapper_address', '=', wrapper)
    .where('wallet_address', '=', wallet)
    .executeTakeFirst();

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
