import type { Logger } from 'pino';
import { isMarked, watchFile } from '#storage/database-marker.ts';
import { keepLocked } from '#storage/lock-folder.ts';
import { finishReplacement } from '#storage/replace-database.ts';
import { readPasswordFile } from './database-arguments.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { PeerNotices } from '../storage/peer-notices.ts';
import { RowMacs } from '../storage/row-macs.ts';
import { RowSeal } from '../storage/row-seal.ts';
import { forgetForeignChange } from '../storage/rows-version.ts';
import { SealedRows } from '../storage/sealed-rows.ts';
import { KeyedWriter } from '../storage/keyed-writer.ts';
import { type Store, openStore, storeFile } from '../storage/store.ts';
import { wrappingKeyRows } from '../storage/wrapping-keys.ts';
import { GroupCommitWriter, type Writer } from '../storage/writer.ts';
import {
  type CheckedKeys,
  type GivenKeys,
  type KnownGeneration,
  beginGeneration,
  checkedKeys,
  endGeneration,
  rememberSealed,
  rememberShared,
  requireSealed,
} from './check-database.ts';
import { startError } from './errors.ts';
import { noteTime } from './forward-clock.ts';
import type { Undo } from './take-back.ts';
import { removeLeftFolders } from './working-folder.ts';
import { type ReadDatabaseMs, noteDatabaseTime, requireSameClock } from './database-clock.ts';

/** A database that the service works with, and the keys that its secrets are sealed under. */
export interface OpenedDatabase {
  readonly store: Store;
  readonly keyRing: KeyRing;
  readonly writer: Writer;
  /** Refuses a database that is not as the service wrote it; to be asked before its rows are used. */
  readonly requireOwn: (from: Store) => Promise<void>;
  /** The number of its state; 0 where none is counted. */
  readonly generation: number;
  /** How other processes on it are told; nobody else works with a file. */
  readonly notices?: PeerNotices;
}

/** The keys that a database is opened with. */
type DatabaseKeys = GivenKeys & { /** Whether a new one is refused. */ readonly mustExist?: boolean };

/** Opens the database of a data folder, which this process works with alone and has locked. */
export async function openFile(
  options: DatabaseKeys & {
    readonly data: string;
    readonly generation?: KnownGeneration;
    readonly onUpgrade?: (() => void) | undefined;
  },
  undo: Undo,
  now: () => number,
): Promise<OpenedDatabase> {
  const seal = new RowSeal();
  const lock = keepLocked(options.data);
  undo.push(lock.release);
  // A restore that was killed is finished first.
  finishReplacement(storeFile(options.data));
  removeLeftFolders(options.data);
  const known = options.generation ?? { known: 0, acceptOlder: false };
  const { onUpgrade } = options;
  const wasOpened = isMarked(storeFile(options.data));
  const store = await openStore(options.data, seal, {
    acceptsOlder: known.acceptOlder,
    requireHeld: lock.requireHeld,
    ...(onUpgrade === undefined ? {} : { onUpgrade }),
  });
  undo.push(() => store.destroy());
  const requireFile = watchFile(storeFile(options.data));
  const checked = await checkedKeys(store, options);
  const { keyRing, rowsSealed, isNew } = checked;
  undo.push(() => keyRing.wipe());
  requireKnown(options, checked);
  requireSealed({ isNew, rowsSealed, wasOpened }, known);
  seal.unlock(keyRing.database);
  const sealedRows = await SealedRows.open(store, seal, rowsSealed);
  await rememberSealed(store, checked, now());
  const generation = await beginGeneration(store, isNew, known);
  // What another program changed is no state of ours to count on.
  const requireOwn = (from: Store): Promise<void> => {
    requireFile();
    lock.requireHeld();
    return sealedRows.require(from);
  };
  undo.push(() =>
    requireOwn(store)
      .then(() => noteTime(store, now()))
      .then(() => endGeneration(store)),
  );
  const writer = new KeyedWriter(new GroupCommitWriter(store, requireOwn), keyRing);
  return { store, keyRing, writer, requireOwn, generation };
}

/**
 * Opens a database of a PostgreSQL, which several processes work with. Its rows have a seal each, and its state no
 * number: an older copy isn't noticed (docs/decisions/184-a-seal-for-each-row.md).
 */
export async function openShared(
  options: DatabaseKeys & {
    readonly databasePasswordFile?: string | undefined;
    /** Without one, nobody listens for what other processes tell. */
    readonly logger?: Logger;
    /** Whose clock is held to the server's; who only turns keys ends nothing by the time. */
    readonly clocks?: { readonly wallMs: () => number; readonly databaseMs: ReadDatabaseMs };
  },
  url: string,
  undo: Undo,
  now: () => number,
): Promise<OpenedDatabase> {
  // The driver is loaded only by those who have such a server.
  const { ANSWER_TIMEOUT_MS } = await import('#storage/postgres/connect.ts');
  const { openPostgresStore } = await import('../storage/postgres-store.ts');
  const { RowLockWriter } = await import('../storage/row-lock-writer.ts');
  const { createPeerNotices } = await import('../storage/peer-notices.ts');
  const { databasePasswordFile: file } = options;
  // Read once here, so that a file that can't be used is told as such.
  if (file !== undefined) readPasswordFile(file);
  const macs = new RowMacs();
  const password = file === undefined ? undefined : () => readPasswordFile(file);
  const { clocks } = options;
  // Who only turns keys waits as long as it takes.
  const answerMs = clocks === undefined ? undefined : ANSWER_TIMEOUT_MS;
  const store = await openPostgresStore(url, { password, macs, answerMs });
  undo.push(() => store.destroy());
  if (clocks !== undefined) await requireSameClock(() => clocks.databaseMs(store), clocks.wallMs);
  const locks = new RowLockWriter(store);
  // Of two that start with a new database, the second finds the first one's key.
  const keyRing = await locks.write(async (unit) => {
    const checked = await checkedKeys(unit, options);
    requireKnown(options, checked);
    await forgetForeignChange(unit);
    await rememberShared(unit, checked, now());
    return checked.keyRing;
  });
  undo.push(() => keyRing.wipe());
  macs.unlock(keyRing.database);
  // Another process may turn the key.
  keyRing.follow(() => wrappingKeyRows(store));
  const writer = new KeyedWriter(locks, keyRing);
  if (clocks !== undefined) undo.push(() => noteDatabaseTime(store, clocks.databaseMs));
  const opened = { store, keyRing, writer, requireOwn: () => Promise.resolve(), generation: 0 };
  if (options.logger === undefined) return opened;
  const notices = createPeerNotices(store, url, { password, logger: options.logger });
  undo.push(() => notices.stop());
  return { ...opened, notices };
}

function requireKnown({ mustExist }: DatabaseKeys, { isNew, keyRing }: CheckedKeys): void {
  if (mustExist !== true || !isNew) return;
  keyRing.wipe();
  throw startError('REWRAP_NO_DATABASE');
}
