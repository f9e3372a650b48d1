import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { StorageKey, StorageKeySource } from '../keys/storage-key.ts';
import { databaseError } from '../storage/errors.ts';
import { hasSealedRows } from '../storage/sealed-rows.ts';
import { putSetting, readSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';
import { startError } from './errors.ts';

/**
 * What is known outside of a database about the newest state that it had (docs/decisions/105). The number goes up when the
 * service starts and when it stops, first in the database and then outside: a database may be ahead, never behind.
 */
export interface KnownGeneration {
  /** The newest number that was noted; 0 where none was. */
  readonly known: number;
  /** Whether the operator said that an older database is to be taken: one restored from a backup. */
  readonly acceptOlder: boolean;
}

/**
 * Refuses a database of before its rows were sealed where a later state is known. To be asked before its rows are sealed.
 * @throws StorageError `DATABASE_OLDER`
 */
export function requireSealed(
  { isNew, rowsSealed }: { readonly isNew: boolean; readonly rowsSealed: boolean },
  { known, acceptOlder }: KnownGeneration,
): void {
  if (!isNew && !rowsSealed && known > 0 && !acceptOlder) throw databaseError('DATABASE_OLDER');
}

/**
 * Holds the database, whose rows were checked, against what is known of it, and begins its next generation.
 * @returns the number to be noted outside
 * @throws StorageError `DATABASE_OLDER`
 */
export async function beginGeneration(
  store: Store,
  isNew: boolean,
  { known, acceptOlder }: KnownGeneration,
): Promise<number> {
  const reached = await generationOf(store);
  if (reached < known && !isNew && !acceptOlder) throw databaseError('DATABASE_OLDER');
  const next = Math.max(reached, known) + 1;
  await putSetting(store, 'generation', String(next));
  return next;
}

/** Ends a run: a copy of the database from within it is older from now on. */
export async function endGeneration(store: Store): Promise<void> {
  await putSetting(store, 'generation', String((await generationOf(store)) + 1));
}

const generationOf = async (store: Store): Promise<number> =>
  Number((await readSetting(store, 'generation')) ?? '0');

const SETTING = 'storage-key-check';
/** What the check value is bound to once the rows are sealed: nobody else can say that they never were. */
const SEALED = 'storage-key-check/rows-sealed';

/** The storage key, and whether this database's rows were sealed under it before. */
export interface CheckedStorageKey {
  readonly key: StorageKey;
  readonly rowsSealed: boolean;
  /** Whether there is nothing in it yet. */
  readonly isNew: boolean;
}

/**
 * Gets the storage key and checks it against the value that this database keeps for that. A database without one is new,
 * and holds nothing: somebody who takes the value away does not make it new.
 * @throws StorageError `DATABASE_CHANGED`; AppError `STORAGE_KEY_WRONG` for the key of another database; those of
 *   the source
 */
export async function checkedStorageKey(store: Store, source: StorageKeySource): Promise<CheckedStorageKey> {
  const check = await readSetting(store, SETTING);
  if (check === undefined && (await hasSealedRows(store)))
    throw databaseError('DATABASE_CHANGED', { where: 'the check of its key is gone' });
  const key = await source(check === undefined);
  if (check === undefined) return { key, rowsSealed: false, isNew: true };
  if (opens(key, check, SEALED)) return { key, rowsSealed: true, isNew: false };
  if (opens(key, check, SETTING)) return { key, rowsSealed: false, isNew: false };
  key.wipe();
  throw startError('STORAGE_KEY_WRONG');
}

/**
 * Remembers that the rows are sealed, once they are: without their digest this database is refused from now on. A new
 * database never holds a value that says that they are not, which somebody could put back later.
 */
export const rememberSealed = (store: Store, key: StorageKey): Promise<void> =>
  putSetting(store, SETTING, toHex(key.seal(toUtf8(SETTING), SEALED)));

/** Remembers the key of a new database whose rows are not sealed: one that other processes write to as well. */
export const rememberKey = (store: Store, key: StorageKey): Promise<void> =>
  putSetting(store, SETTING, toHex(key.seal(toUtf8(SETTING), SETTING)));

function opens(key: StorageKey, check: string, purpose: string): boolean {
  try {
    key.open(fromHex(check), purpose).wipe();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
