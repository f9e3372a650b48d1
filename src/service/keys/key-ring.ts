import type { Secret } from '#protocol/secret.ts';
import { keyRingError } from './key-ring-errors.ts';
import { DataKeys, type FreshDataKey, newDataKey } from './data-keys.ts';
import { KeysWanted } from './keys-wanted.ts';
import {
  type NamedRow,
  type SealedColumn,
  type SealedTableName,
  type WrappedDataKey,
  earlierRecordOf,
  boundPlaceOf,
} from './sealed-values.ts';
import { StorageKey } from './storage-key.ts';
import type { KeyHolder, WrappingKey } from './wrapping-key.ts';

/** A version of the wrapping key, as a database knows it. */
export interface KeyVersion {
  readonly version: number;
  readonly key_id: string;
}

/** A row's sealed values, its wrapped data key, and the version that it is wrapped under, as they are kept. */
export type SealedSecrets<C extends string> = Readonly<Record<C, Uint8Array>> & {
  readonly key_version: number;
  readonly data_key: Uint8Array;
};

/**
 * Seals the secrets of each row under a data key of its own, and that key under the newest wrapping key. A data key is used for the
 * values that are written at once, and never again.
 */
export class KeyRing {
  /** MACs of rows, the digest over them, and values of before there were data keys. */
  readonly database: StorageKey;
  readonly #holders: readonly KeyHolder[];
  readonly #dataKeys = new DataKeys();
  #versions: ReadonlyMap<number, string>;
  #newest: KeyVersion;
  #read: (() => Promise<readonly KeyVersion[]>) | undefined;

  /**
   * @param database taken over
   * @param versions those that this database knows, the oldest first; 0 says that values directly under the database key are read
   * @param holders of the keys that this process was given; taken over
   */
  constructor(database: StorageKey, versions: readonly KeyVersion[], holders: readonly KeyHolder[]) {
    this.database = database;
    this.#holders = holders;
    this.#versions = new Map();
    this.#newest = this.#learn(versions);
  }

  /** The version that values are sealed under from now on. */
  get newest(): KeyVersion {
    return this.#newest;
  }

  /** Whether this process was given the key of an ID. */
  holds(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** The key to turn to: of what was given last. @throws StorageError `KEY_SERVICE_UNAVAILABLE` */
  async target(): Promise<WrappingKey> {
    const holder = this.#holders.at(-1);
    if (holder === undefined) throw new TypeError('A key was given.');
    return await holder.newest();
  }

  /**
   * Asks whether secrets can be sealed and opened: a key in another place is asked to wrap something that nobody keeps.
   * @throws StorageError where the newest version wasn't given, is gone or can't be reached
   */
  async requireNewest(): Promise<void> {
    await this.refresh();
    const key = this.keyOf(this.#newest.version);
    if (key.local !== undefined) return;
    const probe = newDataKey();
    try {
      await key.wrap([probe]);
    } finally {
      probe.wipe();
    }
  }

  /** @param read gives the versions of the database as others have left them; without it they change by `learn` alone */
  follow(read: () => Promise<readonly KeyVersion[]>): void {
    this.#read = read;
  }

  /** Takes note of the versions that the database knows now, the oldest first. */
  learn(versions: readonly KeyVersion[]): void {
    this.#newest = this.#learn(versions);
  }

  /** Reads the versions again. @returns whether others have changed them */
  async refresh(): Promise<boolean> {
    if (this.#read === undefined) return false;
    const before = [...this.#versions.keys()].join();
    this.learn(await this.#read());
    return [...this.#versions.keys()].join() !== before;
  }

  /**
   * Seals secrets of a row, each bound to its table, row, column and organization.
   * @param values their bytes, by column; left as they are
   * @throws StorageError `STORAGE_KEY_NOT_GIVEN` where this process was not given the newest key
   */
  seal<T extends SealedTableName, C extends SealedColumn<T>>(
    table: T,
    row: NamedRow<T>,
    values: Readonly<Record<C, Secret>>,
  ): SealedSecrets<C> {
    const { version: key_version } = this.#newest;
    const { secret, wrapped: data_key } = this.#freshDataKey(key_version);
    const dataKey = new StorageKey(secret);
    try {
      const sealed = Object.entries<Secret>(values).map(([column, value]) => {
        const place = boundPlaceOf(table, row, column as C);
        return [column, value.use((bytes) => dataKey.seal(bytes, place))] as const;
      });
      return { ...(Object.fromEntries(sealed) as Record<C, Uint8Array>), key_version, data_key };
    } finally {
      dataKey.wipe();
    }
  }

  /**
   * Opens a secret of a row; whoever asked wipes it.
   * @throws AppError `SEALED_DATA_INVALID` for what was changed, or belongs to another row, column or data key; StorageError
   *   `STORAGE_KEY_NOT_GIVEN`, `STORAGE_KEY_RETIRED` for what is under a key that this process, or this database, has not
   * @throws KeysWanted for a version that another process has made, and for a data key that a service has to unwrap first
   */
  open<T extends SealedTableName, C extends SealedColumn<T>>(
    table: T,
    row: NamedRow<T> & WrappedDataKey & Readonly<Record<C, Uint8Array | null>>,
    column: C,
  ): Secret {
    const { key_version: version, data_key: wrapped } = row;
    const values: Readonly<Record<C, Uint8Array | null>> = row;
    const sealed = values[column] ?? new Uint8Array();
    if (version === null || wrapped === null) {
      if (!this.#versions.has(0)) throw keyRingError('STORAGE_KEY_RETIRED', { version: 0 });
      return this.database.open(sealed, earlierRecordOf(table, row, column));
    }
    const key = this.#keyOf(version);
    const secret = key.local === undefined ? this.#dataKeys.opened(key, wrapped) : key.local.unwrap(wrapped);
    const dataKey = new StorageKey(secret);
    try {
      return dataKey.open(sealed, boundPlaceOf(table, row, column));
    } finally {
      dataKey.wipe();
    }
  }

  /**
   * To be asked before many rows are opened: what a service has to unwrap for them is asked for at once.
   * @throws KeysWanted if a data key has to be unwrapped first
   */
  requireOpened(rows: readonly WrappedDataKey[]): void {
    for (const version of new Set(rows.map(({ key_version }) => key_version))) {
      if (version === null) continue;
      const key = this.#keyOf(version);
      if (key.local !== undefined) continue;
      const wrapped = rows.flatMap(({ key_version, data_key }) =>
        key_version === version && data_key !== null ? [data_key] : [],
      );
      this.#dataKeys.requireOpened(key, wrapped);
    }
  }

  /** @throws StorageError where this process was not given the key of a version */
  keyOf(version: number): WrappingKey {
    const id = this.#versions.get(version);
    if (id === undefined) throw keyRingError('STORAGE_KEY_RETIRED', { version });
    const key = this.#find(id);
    if (key === undefined) throw keyRingError('STORAGE_KEY_NOT_GIVEN', { version, id });
    return key;
  }

  /** Forgets every key. */
  wipe(): void {
    this.database.wipe();
    this.#dataKeys.wipe();
    for (const holder of this.#holders) holder.wipe();
  }

  #find(id: string): WrappingKey | undefined {
    for (const holder of this.#holders) {
      const key = holder.of(id);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  #freshDataKey(version: number): FreshDataKey {
    const key = this.#keyOf(version);
    if (key.local === undefined) return this.#dataKeys.take(key);
    const secret = newDataKey();
    return { secret, wrapped: key.local.wrap(secret) };
  }

  /** As `keyOf`; a version that isn't known may be new. */
  #keyOf(version: number): WrappingKey {
    if (this.#versions.has(version) || this.#read === undefined) return this.keyOf(version);
    throw new KeysWanted(async () => {
      await this.refresh();
      this.keyOf(version);
    });
  }

  #learn(versions: readonly KeyVersion[]): KeyVersion {
    const newest = versions.at(-1);
    if (newest === undefined) throw new TypeError('A database knows a version of its key.');
    this.#versions = new Map(versions.map(({ version, key_id }) => [version, key_id]));
    return newest;
  }
}
