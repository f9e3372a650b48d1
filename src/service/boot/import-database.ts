import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '#storage/lock-folder.ts';
import { MoveFault, moveToPostgres } from '../storage/move-to-postgres.ts';
import { openPostgresStore } from '../storage/postgres-store.ts';
import { RowMacs } from '../storage/row-macs.ts';
import { storeFile } from '../storage/store.ts';
import { type VerifiedBackup, makeBackup, verifyBackup } from './backups.ts';
import { type GivenKeys, rememberImported } from './check-database.ts';
import { type DatabaseArguments, readPasswordFile } from './database-arguments.ts';
import { startError } from './errors.ts';
import { inWorkingFolder } from './working-folder.ts';

/** What was taken over from a file. */
type Imported = Pick<VerifiedBackup, 'organizationId' | 'activities'> & { readonly rows: number };

/**
 * Takes a service's SQLite database over into an empty database of a PostgreSQL, after it was verified as a backup is: all
 * of it, or nothing. The source stays as it is.
 * @param source a backup's file, or a data folder, whose service must not run meanwhile
 * @param keys those of the source, which are the target's from then on
 * @throws AppError `IMPORT_DATABASE_USED`, `IMPORT_INCOMPLETE`, those of `verifyBackup`; StorageError
 *   `FOLDER_LOCKED` while a service uses the folder, and those of a database that can't be reached
 */
export async function importDatabase(
  source: { readonly backup: string } | { readonly data: string },
  { database, databasePasswordFile }: Required<Pick<DatabaseArguments, 'database'>> & DatabaseArguments,
  keys: GivenKeys,
): Promise<Imported> {
  if ('backup' in source) return await importBackup(source.backup);
  const { data } = source;
  const file = storeFile(data);
  if (!existsSync(file)) throw startError('BACKUP_NO_DATABASE', { file });
  // What a running service writes meanwhile would be missing.
  const unlock = lockFolder(data);
  try {
    return await inWorkingFolder(tmpdir(), async (own) => {
      const backup = join(own, 'backup.sqlite');
      await makeBackup(data, backup);
      return await importBackup(backup);
    });
  } finally {
    unlock();
  }

  async function importBackup(backup: string): Promise<Imported> {
    if (databasePasswordFile !== undefined) readPasswordFile(databasePasswordFile);
    let rows = 0;
    const { organizationId, activities } = await verifyBackup(backup, keys, undefined, {
      use: async (from, keyRing) => {
        const macs = new RowMacs();
        macs.unlock(keyRing.database);
        const password =
          databasePasswordFile === undefined ? undefined : () => readPasswordFile(databasePasswordFile);
        const target = await openPostgresStore(database, { password, macs });
        try {
          rows = await target.transaction().execute(async (transaction) => {
            const moved = await moveToPostgres(from, transaction, macs);
            await rememberImported(transaction, keyRing);
            return moved;
          });
        } catch (error) {
          throw error instanceof MoveFault ? inWords(error) : error;
        } finally {
          await target.destroy();
        }
      },
    });
    return { organizationId, activities, rows };
  }
}

const inWords = ({ reason, table }: MoveFault): Error =>
  reason === 'used' ? startError('IMPORT_DATABASE_USED') : startError('IMPORT_INCOMPLETE', { table });
