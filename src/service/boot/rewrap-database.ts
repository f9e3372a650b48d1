import { existsSync } from 'node:fs';
import { lockFolder } from '#storage/lock-folder.ts';
import { storeFile } from '../storage/store.ts';
import type { Rewrapped } from '../storage/rewrap.ts';
import { turnDatabase } from './background-rewrap.ts';
import type { DatabaseArguments } from './database-arguments.ts';
import { startError } from './errors.ts';
import type { GivenKeys } from './check-database.ts';
import { type OpenedDatabase, openFile, openShared } from './open-database.ts';
import { type Undo, takeBack } from './take-back.ts';

/** Where the secrets are: a data folder whose service doesn't run, or a database that several processes work with. */
type Place = { readonly data: string } | (DatabaseArguments & { readonly database: string });

/**
 * Turns every secret of a database to the key that was given last, in small transactions. Beside it, services may work with a
 * PostgreSQL; a data folder has one process, so a running service turns its own (`--rewrap`).
 * @throws AppError `REWRAP_STOPPED`, `BACKUP_NO_DATABASE`; those of the keys; StorageError `FOLDER_LOCKED` while a service uses the folder
 */
export async function rewrapDatabase(place: Place, keys: GivenKeys, now: () => number): Promise<Rewrapped> {
  const undo: Undo = [];
  let turned: Rewrapped;
  const options = { ...keys, mustExist: true };
  try {
    let opened: OpenedDatabase;
    if ('data' in place) {
      const file = storeFile(place.data);
      if (!existsSync(file)) throw startError('BACKUP_NO_DATABASE', { file });
      undo.push(lockFolder(place.data));
      opened = await openFile({ ...options, data: place.data }, undo, now);
    } else opened = await openShared({ ...options, ...place }, place.database, undo, now);
    undo.push(() => opened.writer.settled());
    turned = await turnDatabase(opened, now);
  } catch (error) {
    // What went wrong first is told, and not what it brought about.
    await takeBack(undo).catch(() => undefined);
    throw error;
  }
  await takeBack(undo);
  return turned;
}
