import { sql } from 'kysely';
import type { PolicyEvaluationRow, PolicyRow } from './consensus-schema.ts';
import type { Store } from './store.ts';

export async function insertPolicy(store: Store, row: PolicyRow): Promise<void> {
  await store.insertInto('policy').values(row).execute();
}

export async function updatePolicyRow(store: Store, row: PolicyRow): Promise<void> {
  const { id, organization_id, ...changes } = row;
  await store
    .updateTable('policy')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute();
}

export async function deletePolicyRow(store: Store, organizationId: string, id: string): Promise<void> {
  await store
    .deleteFrom('policy')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute();
}

/** The policy of an id within an organization, or undefined. */
export const findPolicy = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<PolicyRow | undefined> =>
  store
    .selectFrom('policy')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The policies of an organization, oldest first. */
export const policiesOf = (store: Store, organizationId: string): Promise<PolicyRow[]> =>
  store
    .selectFrom('policy')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

export async function insertPolicyEvaluation(store: Store, row: PolicyEvaluationRow): Promise<void> {
  await store.insertInto('policy_evaluation').values(row).execute();
}

/** What the policies said at each vote on an activity, oldest first. */
export const policyEvaluationsOf = (
  store: Store,
  organizationId: string,
  activityId: string,
): Promise<PolicyEvaluationRow[]> =>
  store
    .selectFrom('policy_evaluation')
    .selectAll()
    .where('activity_id', '=', activityId)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .execute();
