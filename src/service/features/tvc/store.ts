import type { TvcOperatorRow, TvcOperatorSetRow } from '../../storage/integrations-schema.ts';
import { findRow, insertRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

export interface OperatorSet {
  readonly set: TvcOperatorSetRow;
  /** In the order in which they were given. */
  readonly operators: readonly TvcOperatorRow[];
}

export async function insertOperatorSet(store: Store, { set, operators }: OperatorSet): Promise<void> {
  await insertRow(store, 'tvc_operator_set', set);
  const members = operators.map(({ id }, position) => ({ set_id: set.id, operator_id: id, position }));
  await store.insertInto('tvc_operator_set_member').values(members).execute();
}

/** The set of an ID within an organization, or undefined. */
export async function findOperatorSet(
  store: Store,
  organizationId: string,
  id: string,
): Promise<OperatorSet | undefined> {
  const set = await findRow(store, 'tvc_operator_set', organizationId, id);
  if (set === undefined) return undefined;
  const operators = await store
    .selectFrom('tvc_operator')
    .innerJoin('tvc_operator_set_member', 'operator_id', 'tvc_operator.id')
    .selectAll('tvc_operator')
    .where('set_id', '=', id)
    .orderBy('position')
    .execute();
  return { set, operators };
}
