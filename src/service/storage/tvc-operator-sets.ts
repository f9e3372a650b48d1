import type { TvcOperatorRow, TvcOperatorSetRow } from './providers-schema.ts';
import type { Store } from './store.ts';

export interface OperatorSet {
  readonly set: TvcOperatorSetRow;
  /** In the order in which they were given. */
  readonly operators: readonly TvcOperatorRow[];
}

export async function insertOperator(store: Store, row: TvcOperatorRow): Promise<void> {
  await store.insertInto('tvc_operator').values(row).execute();
}

/** The operator of an id within an organization, or undefined. */
export const findOperator = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<TvcOperatorRow | undefined> =>
  store
    .selectFrom('tvc_operator')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

export async function insertOperatorSet(store: Store, { set, operators }: OperatorSet): Promise<void> {
  await store.insertInto('tvc_operator_set').values(set).execute();
  const members = operators.map(({ id }, position) => ({ set_id: set.id, operator_id: id, position }));
  await store.insertInto('tvc_operator_set_member').values(members).execute();
}

/** The set of an id within an organization, or undefined. */
export async function findOperatorSet(
  store: Store,
  organizationId: string,
  id: string,
): Promise<OperatorSet | undefined> {
  const set = await store
    .selectFrom('tvc_operator_set')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
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
