import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { WrappedDatabaseKey } from '../keys/database-key.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { localKeyHolder } from '../keys/local-key.ts';
import type { KeyHolder } from '../keys/wrapping-key.ts';
import type { StorageKey, StorageKeySource } from '../keys/storage-key.ts';
import { databaseError } from '../storage/errors.ts';
import { hasSealedRows } from '../storage/sealed-rows.ts';
import { putSetting, readSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';
import { insertWrappingKeys, isInUse, wrappingKeyRows } from '../storage/wrapping-keys.ts';
import { type HeldKeys, keysOfKnown, keysOfEarlier, keysOfNew } from './database-keys.ts';
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
 * Refuses a database of before its rows were sealed, or without any, where a later state is known. To be asked before its rows
 * are sealed.
 * @param checked with whether a database was opened there before: a folder that was moved away begins anew
 * @throws StorageError `DATABASE_OLDER`
 */
export function requireSealed(
  checked: { readonly isNew: boolean; readonly rowsSealed: boolean; readonly wasOpened: boolean },
  { known, acceptOlder }: KnownGeneration,
): void {
  const isOlder = checked.isNew ? checked.wasOpened : !checked.rowsSealed;
  if (isOlder && known > 0 && !acceptOlder) throw databaseError('DATABASE_OLDER');
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

/** Where the keys come from that a process is given. */
export interface GivenKeys {
  readonly storageKey?: StorageKeySource | undefined;
  /** A service that wraps data keys, in the place of a storage key or to turn to. */
  readonly keyService?: (() => Promise<KeyHolder>) | undefined;
  /** Another one, that secrets are turned to from there. */
  readonly newKeyService?: (() => Promise<KeyHolder>) | undefined;
  /** The one that secrets are to be turned to, or were turned to already. */
  readonly newStorageKey?: StorageKeySource | undefined;
}

/** The keys of a database, and what is known of it by them. */
export interface CheckedKeys {
  readonly keyRing: KeyRing;
  /** Whether its rows were sealed under them before. */
  readonly rowsSealed: boolean;
  /** Whether there is nothing in it yet. */
  readonly isNew: boolean;
  /** Versions of the wrapping key that are not kept in it yet. */
  readonly missing: readonly WrappedDatabaseKey[];
}

/**
 * Gets the storage key, opens the keys of this database with it, and checks them against the value that it keeps for that. A
 * database without one is new, and holds nothing: somebody who takes the value away does not make it new.
 * @throws StorageError `DATABASE_CHANGED`, `STORAGE_KEY_NOT_GIVEN`; AppError `STORAGE_KEY_WRONG` for the key of another database;
 *   those of the source
 */
export async function checkedKeys(store: Store, given: GivenKeys): Promise<CheckedKeys> {
  const check = await readSetting(store, SETTING);
  if (check === undefined && (await hasSealedRows(store)))
    throw databaseError('DATABASE_CHANGED', { where: 'the check of its key is gone' });
  const held = await heldKeys(given, check === undefined);
  if (check === undefined) return { ...(await keysOfNew(held)), rowsSealed: false, isNew: true };
  const rows = await wrappingKeyRows(store);
  const opened = await (rows.length === 0 ? keysOfEarlier(held) : keysOfKnown(rows, held));
  const { keyRing } = opened;
  try {
    const rowsSealed = opens(keyRing.database, check, SEALED);
    if (!rowsSealed && !opens(keyRing.database, check, SETTING)) throw startError('STORAGE_KEY_WRONG');
    await requireKeysOfRows(store, keyRing, rows);
    return { ...opened, rowsSealed, isNew: false };
  } catch (error) {
    keyRing.wipe();
    throw error;
  }
}

/**
 * Remembers that the rows are sealed, once they are: without their digest this database is refused from now on. A new
 * database never holds a value that says that they are not, which somebody could put back later.
 * @param now milliseconds since the epoch
 */
export const rememberSealed = (store: Store, checked: CheckedKeys, now: number): Promise<void> =>
  store.transaction().execute(async (transaction) => {
    await rememberVersions(transaction, checked, now);
    if (!checked.rowsSealed) await rememberCheck(transaction, checked.keyRing, SEALED);
  });

/**
 * Remembers the keys of a database whose rows are not sealed as a whole: one that other processes write to as well.
 * @param now milliseconds since the epoch
 */
export async function rememberShared(store: Store, checked: CheckedKeys, now: number): Promise<void> {
  await rememberVersions(store, checked, now);
  if (checked.isNew) await rememberCheck(store, checked.keyRing, SETTING);
}

/** Remembers the check of keys whose versions are there: after they were taken over from another database. */
export const rememberImported = (store: Store, keyRing: KeyRing): Promise<void> =>
  rememberCheck(store, keyRing, SETTING);

const rememberCheck = (store: Store, { database }: KeyRing, purpose: string): Promise<void> =>
  putSetting(store, SETTING, toHex(database.seal(toUtf8(SETTING), purpose)));

const rememberVersions = (store: Store, { missing }: CheckedKeys, now: number): Promise<void> =>
  insertWrappingKeys(
    store,
    missing.map((each) => ({ ...each, created_at: now })),
  );

async function heldKeys(
  { storageKey, keyService, newKeyService, newStorageKey }: GivenKeys,
  isNew: boolean,
): Promise<HeldKeys> {
  const others: KeyHolder[] = [];
  for (const service of [keyService, newKeyService]) if (service !== undefined) others.push(await service());
  const held = await storageKey?.(isNew);
  const further = await newStorageKey?.(false);
  if (further === undefined) return { storageKey: held, others };
  const holder = localKeyHolder(further);
  further.wipe();
  return { storageKey: held, others: [...others, holder] };
}

/** @throws StorageError `STORAGE_KEY_NOT_GIVEN` where secrets are under a version whose key this process was not given */
async function requireKeysOfRows(
  store: Store,
  keyRing: KeyRing,
  versions: readonly WrappedDatabaseKey[],
): Promise<void> {
  for (const { version, key_id } of versions) {
    if (version === 0 || keyRing.holds(key_id)) continue;
    if (await isInUse(store, version)) keyRing.keyOf(version);
  }
}

function opens(key: StorageKey, check: string, purpose: string): boolean {
  try {
    key.open(fromHex(check), purpose).wipe();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
