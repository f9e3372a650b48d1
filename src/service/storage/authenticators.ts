import type { Store } from './store.ts';

/**
 * Moves the signature counter of an authenticator forward.
 * @returns false, and nothing is written, when the kept counter is not below `counter`
 */
export async function raiseCounter(store: Store, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('authenticator')
    .set({ counter })
    .where('id', '=', id)
    .where('counter', '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
