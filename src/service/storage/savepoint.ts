import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * Runs `work` inside a transaction so that it can fail alone: when it throws, what it wrote is undone and the rest of the
 * transaction goes on.
 * @throws whatever `work` throws
 */
export async function inSavepoint<T>(store: Store, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(store);
  try {
    const value = await work();
    await sql`RELEASE part`.execute(store);
    return value;
  } catch (error) {
    await sql`ROLLBACK TO part`.execute(store);
    await sql`RELEASE part`.execute(store);
    throw error;
  }
}
