import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { isPostgres } from './engine-sql.ts';
import type { Store } from './store.ts';

/** With less left on its disk, a database is about to refuse what is written: bytes. */
const LEAST_FREE = 4 * 1024 * 1024;

/**
 * Asks cheaply whether a database can be read and written. Nothing is written: a write for each question would be work that
 * a stranger can ask for.
 * @param file where a database of this process's own lies
 * @throws whatever the database or the disk says
 */
export async function probeStore(store: Store, file: string): Promise<void> {
  if (isPostgres(store)) {
    const { rows } = await sql<{ transaction_read_only: string }>`SHOW transaction_read_only`.execute(store);
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('The server takes no writes.');
    return;
  }
  await sql`SELECT 1 FROM setting LIMIT 1`.execute(store);
  await access(file, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = await statfs(file);
  if (bavail * bsize < LEAST_FREE) throw new Error('The disk is full.');
}
