import { insertRow, updateWhere } from './rows.ts';
import type { Store } from './store.ts';

/** The users who can do everything together, and how many of them it takes. */
export interface StoredQuorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

const columnsOf = ({ threshold, userIds }: StoredQuorum) => ({
  threshold,
  user_ids: JSON.stringify(userIds),
});

export const insertRootQuorum = (store: Store, organizationId: string, quorum: StoredQuorum): Promise<void> =>
  insertRow(store, 'root_quorum', { organization_id: organizationId, ...columnsOf(quorum) });

export const updateRootQuorumOf = (
  store: Store,
  organizationId: string,
  quorum: StoredQuorum,
): Promise<boolean> =>
  updateWhere(store, 'root_quorum', { organization_id: organizationId }, columnsOf(quorum));

/** The root quorum of an organization; every organization is made with one. */
export async function findRootQuorum(store: Store, organizationId: string): Promise<StoredQuorum> {
  const row = await store
    .selectFrom('root_quorum')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { threshold: row.threshold, userIds: JSON.parse(row.user_ids) as string[] };
}
