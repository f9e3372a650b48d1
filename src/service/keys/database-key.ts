import { Secret } from '#protocol/secret.ts';
import { newDataKey } from './data-keys.ts';
import { StorageKey } from './storage-key.ts';
import type { WrappingKey } from './wrapping-key.ts';

/** The database key as it is kept under one version of the wrapping key. */
export interface WrappedDatabaseKey {
  readonly version: number;
  readonly key_id: string;
  readonly data_key: Uint8Array;
  readonly sealed_database_key: Uint8Array;
}

/** The key that MACs of rows, and the digest over them, are made with: of this database, and turned by nobody. */
export const newDatabaseKey = (): StorageKey => new StorageKey(newDataKey());

/** Wraps the database key under a version of the wrapping key, both named in what it is bound to. */
export async function wrapDatabaseKey(
  database: StorageKey,
  version: number,
  key: WrappingKey,
): Promise<WrappedDatabaseKey> {
  const secret = newDataKey();
  const dataKey = new StorageKey(secret);
  try {
    const [data_key = new Uint8Array()] = await key.wrap([secret]);
    const sealed_database_key = database.lend((bytes) => dataKey.seal(bytes, placeOf(version, key.id)));
    return { version, key_id: key.id, data_key, sealed_database_key };
  } finally {
    dataKey.wipe();
  }
}

/** @throws AppError `SEALED_DATA_INVALID` for what this key did not wrap, or what was changed */
export async function unwrapDatabaseKey(wrapped: WrappedDatabaseKey, key: WrappingKey): Promise<StorageKey> {
  const [secret = new Secret(new Uint8Array())] = await key.unwrap([wrapped.data_key]);
  const dataKey = new StorageKey(secret);
  try {
    return new StorageKey(dataKey.open(wrapped.sealed_database_key, placeOf(wrapped.version, key.id)));
  } finally {
    dataKey.wipe();
  }
}

/** The mark of a database from before there were data keys: what its storage key sealed directly is read. */
const EARLIER = { version: 0, key_id: 'database key' } as const;

export const markOfEarlier = (database: StorageKey): WrappedDatabaseKey => ({
  ...EARLIER,
  data_key: new Uint8Array(),
  sealed_database_key: database.seal(new Uint8Array(), placeOf(EARLIER.version, EARLIER.key_id)),
});

/** @throws AppError `SEALED_DATA_INVALID` for a mark that somebody else made */
export const checkMarkOfEarlier = (database: StorageKey, mark: WrappedDatabaseKey): void =>
  database.open(mark.sealed_database_key, placeOf(EARLIER.version, EARLIER.key_id)).wipe();

const placeOf = (version: number, id: string): string =>
  JSON.stringify(['keyops/database-key/1', version, id]);
