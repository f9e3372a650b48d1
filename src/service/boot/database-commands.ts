import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Secret } from '#protocol/secret.ts';
import { makeFolder } from '#storage/make-folder.ts';
import {
  StorageKey,
  type StorageKeySource,
  generationInKeychain,
  keepInKeychain,
  storageKeyFromDescriptor,
  storageKeyFromKeychain,
  storageKeyOfConsole,
} from '../keys/storage-key.ts';
import { isGivenDescriptor, isWritable } from '../keys/given-descriptor.ts';
import { compareBackup, makeBackup, restoreBackup, restoreOver, verifyBackup } from './backups.ts';
import type { GivenKeys } from './check-database.ts';
import { rewrapDatabase } from './rewrap-database.ts';
import { DATABASE_OPTIONS, readDatabase } from './database-arguments.ts';
import { startError } from './errors.ts';
import { KEY_OPTIONS, descriptorNumber as descriptor, readKeys } from './key-arguments.ts';
import { keyServicesOf } from './key-service.ts';

export const DATABASE_COMMANDS = ['backup', 'restore', 'verify', 'compare', 'import', 'rewrap'] as const;
export type DatabaseCommand = (typeof DATABASE_COMMANDS)[number];

/** The command that a command line begins with; undefined for one that starts the service. */
export const databaseCommand = (argv: readonly string[]): DatabaseCommand | undefined =>
  DATABASE_COMMANDS.find((name) => name === argv[0]);

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'storage-key-fd': { type: 'string' },
  'key-to-fd': { type: 'string' },
  'for-console': { type: 'boolean' },
  'without-keychain': { type: 'boolean' },
  replace: { type: 'boolean' },
  sha256: { type: 'string' },
  'known-generation': { type: 'string' },
  ...DATABASE_OPTIONS,
  ...KEY_OPTIONS,
} as const;

/**
 * Carries out `backup`, `restore`, `verify`, `compare`, `import` or `rewrap`.
 * @param argv what follows the command
 * @param given the storage key, where the starter handed it over beside the command line
 * @returns what is printed, as one line of JSON
 * @throws AppError `ARGUMENTS_INVALID`, and what the commands throw
 */
export async function runDatabaseCommand(
  command: DatabaseCommand,
  argv: readonly string[],
  given?: StorageKeySource,
): Promise<Readonly<Record<string, unknown>>> {
  const values = read(argv);
  if (command !== 'import' && command !== 'rewrap' && values.database !== undefined)
    throw startError('ARGUMENTS_INVALID.databaseImport');
  const need = (name: 'data' | 'to' | 'from' | 'database'): string => {
    const value = values[name];
    if (value === undefined || value === '') throw startError('ARGUMENTS_INVALID.missing', { name });
    return value;
  };
  const fd = values['storage-key-fd'];
  const source = (data: string): StorageKeySource => {
    if (given !== undefined) return given;
    if (fd !== undefined) return storageKeyFromDescriptor(descriptor('storage-key-fd', fd));
    return values['for-console'] === true ? storageKeyOfConsole() : storageKeyFromKeychain(data);
  };
  const keyArguments = readKeys(values);
  const { newStorageKeyFd: newFd } = keyArguments;
  /** The keys of what is in a folder; a service that wraps stands for its key. */
  const keysOf = (data: () => string): GivenKeys => {
    const isGiven = given !== undefined || fd !== undefined;
    const services = keyServicesOf(keyArguments, values.data);
    return {
      storageKey: !isGiven && services.keyService !== undefined ? undefined : source(isGiven ? '' : data()),
      ...services,
      newStorageKey: newFd === undefined ? undefined : storageKeyFromDescriptor(newFd),
    };
  };
  switch (command) {
    case 'backup': {
      const [data, to] = [need('data'), need('to')];
      const keyTo = values['key-to-fd'];
      if (keyTo === undefined) return { backup: to, ...(await makeBackup(data, to)), key: 'not included' };
      const keyFd = descriptor('key-to-fd', keyTo);
      const own = source(data);
      if (!isGivenDescriptor(keyFd) || !isWritable(keyFd))
        throw startError('BACKUP_KEY_NOT_WRITTEN.unopened', { fd: keyFd });
      const key = await own(false);
      try {
        const made = await makeBackup(data, to);
        writeKey(key, keyFd, to);
        return { backup: to, ...made, key: 'written' };
      } finally {
        key.wipe();
      }
    }
    case 'verify': {
      const from = need('from');
      const keys = keysOf(() => (values['for-console'] === true ? '' : need('data')));
      return { verified: from, ...(await verifyBackup(from, keys)) };
    }
    case 'compare': {
      const [data, from] = [need('data'), need('from')];
      makeFolder(data);
      const { storageKey, keyService } = keysOf(() => data);
      const key = await storageKey?.(false);
      try {
        const keys = { keyService, storageKey: key && copiesOf(key) };
        return { ...(await compareBackup(data, from, keys)) };
      } finally {
        key?.wipe();
      }
    }
    case 'restore': {
      const [data, from, { sha256 }] = [need('data'), need('from'), values];
      const isForConsole = values['for-console'] === true;
      const isKept = values['without-keychain'] !== true;
      const hasService = keyArguments.vault !== undefined || keyArguments.token !== undefined;
      const hasOthers = hasService || newFd !== undefined;
      if (isForConsole ? hasOthers || !isKept : !isKept && fd === undefined)
        throw startError('ARGUMENTS_INVALID.restoreKey');
      const keys = keysOf(() => data);
      makeFolder(data);
      const isInKeychain = given === undefined && fd === undefined && !hasService;
      // Its key is the folder's already, and stays where it is.
      if (values.replace === true) {
        const noted = isInKeychain ? await generationInKeychain(data).known() : 0;
        const known = Math.max(noted, stateNumber(values['known-generation'] ?? '0'));
        return { restored: data, ...(await restoreOver(data, from, keys, { sha256, known })) };
      }
      // The keychain holds one key: a folder with others is started with all of them.
      if (fd !== undefined && isKept && !hasOthers)
        return await restoreKept(data, from, source(''), isForConsole ? undefined : data);
      const key =
        fd !== undefined
          ? 'not kept: needed for each start'
          : isInKeychain || given !== undefined
            ? 'was in the keychain'
            : 'is with the service that wraps';
      return { restored: data, ...(await restoreBackup(data, from, keys)), key };
    }
    case 'rewrap': {
      const { data } = values;
      if ((data === undefined) === (values.database === undefined))
        throw startError('ARGUMENTS_INVALID.rewrapPlace');
      const { database, ...password } = readDatabase(values);
      const place = database === undefined ? { data: need('data') } : { database, ...password };
      const turned = await rewrapDatabase(
        place,
        keysOf(() => need('data')),
        Date.now,
      );
      return { rewrapped: data ?? 'database', ...turned };
    }
    case 'import': {
      const { data, from } = values;
      if ((data === undefined) === (from === undefined)) throw startError('ARGUMENTS_INVALID.importFrom');
      need('database');
      const { database = '', ...password } = readDatabase(values);
      const [origin, told] =
        from === undefined ? [{ data: need('data') }, need('data')] : [{ backup: need('from') }, from];
      // The driver is loaded only by those who have such a server.
      const { importDatabase } = await import('./import-database.ts');
      const keys = keysOf(() => '');
      return { imported: told, ...(await importDatabase(origin, { database, ...password }, keys)) };
    }
  }
}

/** Writes the storage key of a backup that was made. @throws AppError `BACKUP_KEY_NOT_WRITTEN` */
function writeKey(key: StorageKey, fd: number, to: string): void {
  let why = 'only a part was taken';
  try {
    if (key.lend((bytes) => writeSync(fd, bytes) === bytes.length)) return;
  } catch (cause) {
    why = cause instanceof Error ? cause.message : 'unknown reason';
  }
  throw startError('BACKUP_KEY_NOT_WRITTEN.failed', { to, fd, why });
}

/**
 * Restores with a key that was brought along, and has the keychain keep it.
 * @param folder whose item in the keychain it becomes; the console's own when left out
 */
async function restoreKept(
  data: string,
  from: string,
  brought: StorageKeySource,
  folder: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const key = await brought(false);
  try {
    // Only one that opened the backup is kept, and before the database is there: a start without it would refuse it.
    const found = await restoreBackup(data, from, { storageKey: copiesOf(key) }, () =>
      keepInKeychain(key, folder),
    );
    return { restored: data, ...found, key: 'kept in the keychain' };
  } finally {
    key.wipe();
  }
}

/** A key for each that asks, who wipes it. A descriptor is read once. */
const copiesOf =
  (key: StorageKey): StorageKeySource =>
  () =>
    Promise.resolve(new StorageKey(new Secret(key.lend((bytes) => Uint8Array.from(bytes)))));

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'The arguments cannot be read.';
    throw startError('ARGUMENTS_INVALID.unreadable', { why, cause });
  }
}

function stateNumber(text: string): number {
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  const [least, most] = [0, 10 ** 15 - 1];
  throw startError('ARGUMENTS_INVALID.number', { name: 'known-generation', least, most, text });
}
