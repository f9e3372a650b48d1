import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { type StorageError, diskFault, storageError } from './storage-error.ts';

/** Up to this size a database is read through before it is used: about 1 ms for each MiB. A larger one is read beside. */
const AT_ONCE_BYTES = 32 * 1024 * 1024;

/** What a thread of its own does: its connection only reads, and nothing of ours is loaded into it. */
const READ_THROUGH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require(workerData.driver);
  const database = new DatabaseSync(workerData.file, { readOnly: true, timeout: 5000 });
  let found;
  try {
    found = database.prepare('PRAGMA quick_check(1)').get().quick_check;
  } catch (error) {
    found = { message: String(error.message), errcode: error.errcode };
  } finally {
    database.close();
  }
  parentPort.postMessage(found);`;

/** What is known of a database's pages. */
export interface PageCheck {
  /** @throws StorageError `DATABASE_DAMAGED` once damage was found */
  readonly requireSound: () => void;
  /** Resolves when nothing reads the file any more. */
  readonly stop: () => Promise<void>;
  /** Resolves when the file was read through. */
  readonly done: Promise<void>;
}

/**
 * Reads a database through (`PRAGMA quick_check`): a small one before this returns, a large one in a thread of its own,
 * while it is used already.
 * @throws StorageError `DATABASE_DAMAGED`
 */
export function checkPages(
  connection: DatabaseSyncInstance,
  file: string,
  atOnceBytes = AT_ONCE_BYTES,
): PageCheck {
  if (sizeOf(file) + sizeOf(`${file}-wal`) <= atOnceBytes) {
    const damage = damageIn(readThrough(connection));
    if (damage !== undefined) throw damage;
    return { requireSound: () => undefined, stop: () => Promise.resolve(), done: Promise.resolve() };
  }
  let damage: StorageError | undefined;
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const worker = new Worker(READ_THROUGH, { eval: true, workerData: { file, driver } });
  worker.unref();
  worker.once('message', (found: unknown) => {
    damage = damageIn(found);
  });
  const done = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    // A thread that cannot run says nothing of the file.
    worker.once('error', () => resolve());
  });
  return {
    requireSound: () => {
      if (damage !== undefined) throw damage;
    },
    stop: async () => {
      await worker.terminate();
    },
    done,
  };
}

/** Reads a database that nobody uses through, whatever its size. @throws StorageError `DATABASE_DAMAGED` */
export function checkFile(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    checkPages(connection, file, Number.MAX_SAFE_INTEGER);
  } finally {
    connection.close();
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function readThrough(connection: DatabaseSyncInstance): unknown {
  try {
    return (connection.prepare('PRAGMA quick_check(1)').get() as { quick_check: unknown }).quick_check;
  } catch (error) {
    return error;
  }
}

/** What a check found, as an error; undefined where the database is sound, or could not be read for another reason. */
function damageIn(found: unknown): StorageError | undefined {
  if (found === 'ok') return undefined;
  if (typeof found === 'string') return storageError('DATABASE_DAMAGED', { why: found });
  // What came from the thread is a plain object.
  const { message, errcode } = found as { message: string; errcode?: number };
  const named = diskFault(Object.assign(new Error(message), { errcode })) as StorageError;
  return named.code === 'DATABASE_DAMAGED' ? named : undefined;
}
