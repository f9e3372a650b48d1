import { AppError } from '#protocol/error.ts';
import {
  type WrappedDatabaseKey,
  checkMarkOfEarlier,
  markOfEarlier,
  newDatabaseKey,
  unwrapDatabaseKey,
  wrapDatabaseKey,
} from '../keys/database-key.ts';
import { keyRingError } from '../keys/key-ring-errors.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { localKeyHolder } from '../keys/local-key.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import type { KeyHolder, WrappingKey } from '../keys/wrapping-key.ts';
import { databaseError } from '../storage/errors.ts';
import { startError } from './errors.ts';

/** The keys of a database, and the versions that are not kept in it yet. */
interface OpenedKeys {
  readonly keyRing: KeyRing;
  readonly missing: readonly WrappedDatabaseKey[];
}

/** The keys that a process was given. */
export interface HeldKeys {
  /** The one of a descriptor or keychain. Of before there were data keys, it is the database key. */
  readonly storageKey: StorageKey | undefined;
  /** Of further keys; the last is the one that a rewrap turns to. */
  readonly others: readonly KeyHolder[];
}

const FIRST = 1;

/** The keys of a new database: it begins under the first. @param held taken over */
export async function keysOfNew(held: HeldKeys): Promise<OpenedKeys> {
  const holders = holdersOf(held);
  held.storageKey?.wipe();
  const database = newDatabaseKey();
  const wrapped = await wrapDatabaseKey(database, FIRST, await holders[0].newest());
  return { keyRing: new KeyRing(database, [wrapped], holders), missing: [wrapped] };
}

/**
 * The keys of a database of an earlier version: its storage key is its database key.
 * @param held taken over
 * @throws AppError `STORAGE_KEY_WRONG` where there is no such key
 */
export async function keysOfEarlier(held: HeldKeys): Promise<OpenedKeys> {
  const { storageKey: database } = held;
  if (database === undefined) throw startError('STORAGE_KEY_WRONG');
  const holders = holdersOf(held);
  const missing = [
    markOfEarlier(database),
    await wrapDatabaseKey(database, FIRST, await holders[0].newest()),
  ];
  return { keyRing: new KeyRing(database, missing, holders), missing };
}

/**
 * The keys of a database that has data keys.
 * @param rows its versions, the oldest first
 * @param held taken over
 * @throws AppError `STORAGE_KEY_WRONG` for a key of another database; StorageError `STORAGE_KEY_NOT_GIVEN` where the newest is
 *   missing, `DATABASE_CHANGED` where a version was changed, `KEY_SERVICE_UNAVAILABLE`
 */
export async function keysOfKnown(rows: readonly WrappedDatabaseKey[], held: HeldKeys): Promise<OpenedKeys> {
  const holders = holdersOf(held);
  held.storageKey?.wipe();
  const find = ({ key_id }: WrappedDatabaseKey): WrappingKey | undefined =>
    holders.map((holder) => holder.of(key_id)).find((key) => key !== undefined);
  try {
    const newest = rows.at(-1);
    if (newest === undefined || rows.every((row) => find(row) === undefined))
      throw startError('STORAGE_KEY_WRONG');
    const key = find(newest);
    if (key === undefined)
      throw keyRingError('STORAGE_KEY_NOT_GIVEN', { version: newest.version, id: newest.key_id });
    const database = await unchanged(key, () => unwrapDatabaseKey(newest, key));
    const [oldest] = rows;
    if (oldest?.version === 0) await unchanged(key, () => checkMarkOfEarlier(database, oldest));
    return { keyRing: new KeyRing(database, rows, holders), missing: [] };
  } catch (error) {
    for (const each of holders) each.wipe();
    throw error;
  }
}

/** The storage key may be needed yet. */
function holdersOf({ storageKey, others }: HeldKeys): readonly [KeyHolder, ...KeyHolder[]] {
  const [first, ...further] = [...(storageKey === undefined ? [] : [localKeyHolder(storageKey)]), ...others];
  if (first === undefined) throw new TypeError('A key was given.');
  return [first, ...further];
}

/** What doesn't open was changed, or is of another service's key of that name; whatever can't be reached says so itself. */
async function unchanged<T>(key: WrappingKey, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (key.local === undefined) throw startError('STORAGE_KEY_WRONG', { cause });
    throw databaseError('DATABASE_CHANGED', { where: 'in the table wrapping_key', cause });
  }
}
