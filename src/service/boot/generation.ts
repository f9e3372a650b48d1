import { databaseError } from '../storage/errors.ts';
import { putSetting, readSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';

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
