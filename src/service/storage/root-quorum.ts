import type { Store } from './store.ts';

/** The users who can do everything together, and how many of them it takes. */
export interface StoredQuorum {
  readonly threshold: number;
  readonly userIds: readonly string[];
}

export async function insertRootQuorum(
  store: Store,
  organizationId: string,
  quorum: StoredQuorum,
): Promise<void> {
  const { threshold, userIds } = quorum;
  await store
    .insertInto('root_quorum')
    .values({ organization_id: organizationId, threshold, user_ids: JSON.stringify(userIds) })
    .execute();
}

export async function updateRootQuorumOf(
  store: Store,
  organizationId: string,
  quorum: StoredQuorum,
): Promise<void> {
  await store
    .updateTable('root_quorum')
    .set({ threshold: quorum.threshold, user_ids: JSON.stringify(quorum.userIds) })
    .where('organization_id', '=', organizationId)
    .execute();
}

/** The root quorum of an organization; every organization is made with one. */
export async function findRootQuorum(store: Store, organizationId: string): Promise<StoredQuorum> {
  const row = await store
    .selectFrom('root_quorum')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { threshold: row.threshold, userIds: JSON.parse(row.user_ids) as string[] };
}
