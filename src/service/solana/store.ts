import { firstWhere, insertRow, type ObjectPage } from '../storage/rows.ts';
import type { SolHistoryRow, SolTransactionRow } from '../storage/integrations-schema.ts';
import type { Store } from '../storage/store.ts';

/** An address of a cluster. */
export interface HistoryKey {
  readonly cluster: string;
  readonly address: string;
}

const historyOf = (store: Store, { cluster, address }: HistoryKey) =>
  store.selectFrom('sol_history').selectAll().where('cluster', '=', cluster).where('address', '=', address);

/** The newest or the oldest entry of a history, or undefined. */
export const historyEnd = (
  store: Store,
  key: HistoryKey,
  end: 'newest' | 'oldest',
): Promise<SolHistoryRow | undefined> =>
  historyOf(store, key)
    .orderBy('place', end === 'newest' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();

/** The entry of an id in a history, or undefined. */
export const findHistoryEntry = (
  store: Store,
  key: HistoryKey,
  id: string,
): Promise<SolHistoryRow | undefined> => historyOf(store, key).where('id', '=', id).executeTakeFirst();

/** Entries, newest first, older than `before` and newer than `after`; with `after` alone those right after it. */
export async function listHistory(
  store: Store,
  key: HistoryKey,
  { limit, before, after }: Pick<ObjectPage, 'limit'> & Record<'before' | 'after', number | undefined>,
): Promise<SolHistoryRow[]> {
  const upwards = after !== undefined && before === undefined;
  let query = historyOf(store, key);
  if (before !== undefined) query = query.where('place', '<', before);
  if (after !== undefined) query = query.where('place', '>', after);
  const rows = await query
    .orderBy('place', upwards ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return upwards ? rows.reverse() : rows;
}

export async function insertHistory(store: Store, rows: readonly SolHistoryRow[]): Promise<void> {
  for (const row of rows) await insertRow(store, 'sol_history', row);
}

/** Whether the oldest entry of a history has been read. */
export async function isHistoryComplete(store: Store, { cluster, address }: HistoryKey): Promise<boolean> {
  const row = await firstWhere(store, 'sol_history_state', { cluster, address });
  return row?.complete === 1;
}

export async function setHistoryComplete(store: Store, { cluster, address }: HistoryKey): Promise<void> {
  await store
    .insertInto('sol_history_state')
    .values({ cluster, address, complete: 1 })
    .onConflict((conflict) => conflict.columns(['cluster', 'address']).doUpdateSet({ complete: 1 }))
    .execute();
}

/** Those of the transactions that have been read. */
export async function findSolTransactions(
  store: Store,
  cluster: string,
  signatures: readonly string[],
): Promise<SolTransactionRow[]> {
  if (signatures.length === 0) return [];
  return await store
    .selectFrom('sol_transaction')
    .selectAll()
    .where('cluster', '=', cluster)
    .where('signature', 'in', signatures)
    .execute();
}

/** Keeps a transaction, or how it stands by now. */
export async function putSolTransaction(store: Store, row: SolTransactionRow): Promise<void> {
  const { cluster, signature, ...values } = row;
  await store
    .insertInto('sol_transaction')
    .values({ cluster, signature, ...values })
    .onConflict((conflict) => conflict.columns(['cluster', 'signature']).doUpdateSet(values))
    .execute();
}
