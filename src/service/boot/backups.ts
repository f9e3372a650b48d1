import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Secret } from '#protocol/secret.ts';
import { copyWhole, syncToDisk } from '#storage/copy-database.ts';
import { requirePast, wasDatabase } from '#storage/database-marker.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { checkFile } from '#storage/quick-check.ts';
import { collectStatements } from '#storage/statements.ts';
import {
  StorageKey,
  type StorageKeySource,
  keepInKeychain,
  storageKeyFromDescriptor,
  storageKeyFromKeychain,
  storageKeyOfConsole,
} from '../keys/storage-key.ts';
import { RowSeal } from '../storage/row-seal.ts';
import { SealedRows } from '../storage/sealed-rows.ts';
import { readSetting } from '../storage/settings.ts';
import { openStore, storeFile } from '../storage/store.ts';
import { checkedStorageKey } from './check-database.ts';
import { startError } from './errors.ts';

/** What is known of a backup once it was looked through. */
export interface VerifiedBackup {
  readonly organizationId: string;
  readonly activities: number;
  readonly generation: number;
}

/**
 * Copies the service's database into one file, readable by its owner alone, while the service works: as it is at one moment,
 * with everything that was acknowledged before. Keys in it are encrypted as they are in the database.
 * @param data the service's data folder
 * @param to a file that is not there yet
 * @throws StorageError where the database is missing or damaged; AppError `BACKUP_FILE_EXISTS`
 */
export async function makeBackup(data: string, to: string): Promise<{ readonly bytes: number }> {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw startError('BACKUP_FILE_EXISTS', { to });
  const file = storeFile(data);
  // It would be made where it is missing.
  if (!existsSync(file)) throw startError('BACKUP_NO_DATABASE', { file });
  requirePast(file, false);
  await copyWhole(file, to);
  return { bytes: lstatSync(to).size };
}

/**
 * Looks a backup through on a copy of it: its pages, whether the storage key is its own, and every row that decides.
 * @param keep takes the checked copy over before it is removed
 * @throws AppError `BACKUP_INVALID`, `STORAGE_KEY_WRONG`; StorageError `DATABASE_DAMAGED`, `DATABASE_CHANGED`
 */
export async function verifyBackup(
  from: string,
  source: StorageKeySource,
  folder: string = tmpdir(),
  keep: (file: string) => Promise<void> = () => Promise.resolve(),
): Promise<VerifiedBackup> {
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true)
    throw startError('BACKUP_INVALID', { from });
  const own = mkdtempSync(join(folder, 'keyops-restoring-'));
  try {
    const file = storeFile(own);
    cpSync(from, file);
    checkFile(file);
    const seal = new RowSeal();
    const store = await openStore(own, seal);
    let found: VerifiedBackup;
    try {
      const { key, rowsSealed, isNew } = await checkedStorageKey(store, source);
      try {
        // One whose rows were never sealed says nothing of who wrote them.
        if (isNew || !rowsSealed) throw startError('BACKUP_INVALID', { from });
        seal.unlock(key);
        await SealedRows.open(store, seal, true);
      } finally {
        key.wipe();
      }
      const { count } = await store
        .selectFrom('activity')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      found = {
        organizationId: (await readSetting(store, 'root-organization')) ?? '',
        activities: count,
        generation: Number((await readSetting(store, 'generation')) ?? '0'),
      };
    } finally {
      await store.destroy();
      // What is open can't be renamed or removed on Windows.
      await collectStatements();
    }
    syncToDisk(file);
    await keep(file);
    return found;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Puts a backup into a data folder that has no database, after it was verified: all of it, or nothing.
 * @param beforeKept called once it was verified; what it throws keeps the folder without a database
 * @throws AppError `RESTORE_FOLDER_USED`; those of `verifyBackup`; StorageError `FOLDER_LOCKED` while a service uses it
 */
export async function restoreBackup(
  data: string,
  from: string,
  source: StorageKeySource,
  beforeKept: () => Promise<void> = () => Promise.resolve(),
): Promise<VerifiedBackup> {
  const unlock = lockFolder(data);
  try {
    const file = storeFile(data);
    if (wasDatabase(file)) throw startError('RESTORE_FOLDER_USED', { data });
    const found = await verifyBackup(from, source, data, async (checked) => {
      await beforeKept();
      renameSync(checked, file);
    });
    if (process.platform !== 'win32') syncToDisk(data);
    return found;
  } finally {
    unlock();
  }
}

const COMMANDS = ['backup', 'restore', 'verify'] as const;
export type BackupCommand = (typeof COMMANDS)[number];

/** The command that a command line begins with; undefined for one that starts the service. */
export const backupCommand = (argv: readonly string[]): BackupCommand | undefined =>
  COMMANDS.find((name) => name === argv[0]);

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'storage-key-fd': { type: 'string' },
  'key-to-fd': { type: 'string' },
  'for-console': { type: 'boolean' },
} as const;

/**
 * Carries out `backup`, `restore` or `verify`.
 * @param argv what follows the command
 * @returns what is printed, as one line of JSON
 * @throws AppError `ARGUMENTS_INVALID`, and what the commands throw
 */
export async function runBackupCommand(
  command: BackupCommand,
  argv: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const values = read(argv);
  const need = (name: 'data' | 'to' | 'from'): string => {
    const value = values[name];
    if (value === undefined || value === '') throw startError('ARGUMENTS_INVALID.missing', { name });
    return value;
  };
  const fd = values['storage-key-fd'];
  const source = (data: string): StorageKeySource => {
    if (fd !== undefined) return storageKeyFromDescriptor(descriptor('storage-key-fd', fd));
    return values['for-console'] === true ? storageKeyOfConsole() : storageKeyFromKeychain(data);
  };
  switch (command) {
    case 'backup': {
      const [data, to] = [need('data'), need('to')];
      const made = await makeBackup(data, to);
      const keyTo = values['key-to-fd'];
      if (keyTo !== undefined) {
        const key = await source(data)(false);
        try {
          key.lend((bytes) => writeSync(descriptor('key-to-fd', keyTo), bytes));
        } finally {
          key.wipe();
        }
      }
      return { backup: to, ...made, key: keyTo === undefined ? 'not included' : 'written' };
    }
    case 'verify': {
      const from = need('from');
      return {
        verified: from,
        ...(await verifyBackup(
          from,
          source(fd === undefined && values['for-console'] !== true ? need('data') : ''),
        )),
      };
    }
    case 'restore':
      return await restore(need('data'), need('from'), fd === undefined ? undefined : source(''), {
        isForConsole: values['for-console'] === true,
        kept: source(need('data')),
      });
  }
}

/** @param brought the storage key that was brought along; the keychain's is taken where none was */
async function restore(
  data: string,
  from: string,
  brought: StorageKeySource | undefined,
  { isForConsole, kept }: { readonly isForConsole: boolean; readonly kept: StorageKeySource },
): Promise<Readonly<Record<string, unknown>>> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (brought === undefined) {
    const found = await restoreBackup(data, from, () => kept(false));
    return { restored: data, ...found, key: 'was in the keychain' };
  }
  const key = await brought(false);
  try {
    const copy = (): Promise<StorageKey> =>
      Promise.resolve(new StorageKey(new Secret(key.lend((bytes) => Uint8Array.from(bytes)))));
    // Only one that opened the backup is kept, and before the database is there: a start without it would refuse it.
    const found = await restoreBackup(data, from, copy, () =>
      keepInKeychain(key, isForConsole ? undefined : data),
    );
    return { restored: data, ...found, key: 'kept in the keychain' };
  } finally {
    key.wipe();
  }
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'The arguments cannot be read.';
    throw startError('ARGUMENTS_INVALID.unreadable', { why, cause });
  }
}

function descriptor(name: string, text: string): number {
  if (/^\d{1,4}$/u.test(text) && Number(text) <= 1023) return Number(text);
  throw startError('ARGUMENTS_INVALID.number', { name, least: 0, most: 1023, text });
}
