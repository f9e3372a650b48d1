import { watchFile } from '#storage/database-marker.ts';
import { readPasswordFile } from './database-arguments.ts';
import type { StorageKey, StorageKeySource } from '../keys/storage-key.ts';
import { RowMacs } from '../storage/row-macs.ts';
import { RowSeal } from '../storage/row-seal.ts';
import { SealedRows } from '../storage/sealed-rows.ts';
import { type Store, openStore, storeFile } from '../storage/store.ts';
import { GroupCommitWriter, type Writer } from '../storage/writer.ts';
import {
  type KnownGeneration,
  beginGeneration,
  checkedStorageKey,
  endGeneration,
  rememberKey,
  rememberSealed,
  requireSealed,
} from './check-database.ts';
import { noteTime } from './forward-clock.ts';

/** A database that the service works with, and the key that its secrets are sealed under. */
interface Opened {
  readonly store: Store;
  readonly storageKey: StorageKey;
  readonly writer: Writer;
  /** Refuses a database that is not as the service wrote it; to be asked before its rows are used. */
  readonly requireOwn: (from: Store) => Promise<void>;
  /** The number of its state; 0 where none is counted. */
  readonly generation: number;
}

/** What is to be done at the end, the last first. */
type Undo = (() => Promise<void> | void)[];

/** Opens the database of a data folder, which this process works with alone. */
export async function openFile(
  options: {
    readonly data: string;
    readonly generation?: KnownGeneration;
    readonly storageKey: StorageKeySource;
  },
  undo: Undo,
  now: () => number,
): Promise<Opened> {
  const seal = new RowSeal();
  const known = options.generation ?? { known: 0, acceptOlder: false };
  const store = await openStore(options.data, seal, known.acceptOlder);
  undo.push(() => store.destroy());
  const requireFile = watchFile(storeFile(options.data));
  const { key: storageKey, rowsSealed, isNew } = await checkedStorageKey(store, options.storageKey);
  undo.push(() => storageKey.wipe());
  requireSealed({ isNew, rowsSealed }, known);
  seal.unlock(storageKey);
  const sealedRows = await SealedRows.open(store, seal, rowsSealed);
  if (!rowsSealed) await rememberSealed(store, storageKey);
  const generation = await beginGeneration(store, isNew, known);
  // What another program changed is no state of ours to count on.
  const requireOwn = (from: Store): Promise<void> => {
    requireFile();
    return sealedRows.require(from);
  };
  undo.push(() =>
    requireOwn(store)
      .then(() => noteTime(store, now()))
      .then(() => endGeneration(store)),
  );
  const writer = new GroupCommitWriter(store, requireOwn);
  return { store, storageKey, writer, requireOwn, generation };
}

/**
 * Opens a database of a PostgreSQL, which several processes work with. Its rows have a seal each, and its state no
 * number: an older copy isn't noticed (docs/decisions/184-a-seal-for-each-row.md).
 */
export async function openShared(
  options: { readonly storageKey: StorageKeySource; readonly databasePasswordFile?: string | undefined },
  url: string,
  undo: Undo,
  now: () => number,
): Promise<Opened> {
  // The driver is loaded only by those who have such a server.
  const { openPostgresStore } = await import('../storage/postgres-store.ts');
  const { RowLockWriter } = await import('../storage/row-lock-writer.ts');
  const { databasePasswordFile: file } = options;
  // Read once here, so that a file that can't be used is told as such.
  if (file !== undefined) readPasswordFile(file);
  const macs = new RowMacs();
  const password = file === undefined ? undefined : () => readPasswordFile(file);
  const store = await openPostgresStore(url, { password, macs });
  undo.push(() => store.destroy());
  const writer = new RowLockWriter(store);
  // Of two that start with a new database, the second finds the first one's key.
  const storageKey = await writer.write(async (unit) => {
    const { key, isNew } = await checkedStorageKey(unit, options.storageKey);
    if (isNew) await rememberKey(unit, key);
    return key;
  });
  undo.push(() => storageKey.wipe());
  macs.unlock(storageKey);
  undo.push(() => noteTime(store, now()));
  return { store, storageKey, writer, requireOwn: () => Promise.resolve(), generation: 0 };
}
