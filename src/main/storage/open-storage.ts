import { closeSync, existsSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { copiesOf } from '#storage/copy-database.ts';
import { keepLocked, lockFolder } from '#storage/lock-folder.ts';
import { openDatabase } from '#storage/open-database.ts';
import { collectStatements, readColumn } from '#storage/statements.ts';
import { storageError } from '#storage/storage-error.ts';
import { type ActivityReferenceStore, activityReferenceStore } from './activity-references.ts';
import { type ContactBookStore, contactBookStore } from './contact-books.ts';
import { type ContractAbiStore, contractAbiStore } from './contract-abis.ts';
import { type CredentialStore, credentialStore } from './credentials.ts';
import { type EarlierRecipientStore, earlierRecipientStore } from './earlier-recipients.ts';
import { groupCommit } from './group-commit.ts';
import { type KeyCeremonyStore, keyCeremonyStore } from './key-ceremonies.ts';
import { type LoginSessionStore, loginSessionStore } from './login-sessions.ts';
import { MIGRATIONS } from './migrations.ts';
import { type PasskeyStore, passkeyStore } from './passkeys.ts';
import { type ProfileStore, profileStore } from './profiles.ts';
import { type RequestGroupStore, requestGroupStore } from './request-groups.ts';
import { type SavedFilterStore, savedFilterStore } from './saved-filters.ts';
import { type SentRequestStore, sentRequestStore } from './sent-requests.ts';
import { type SettingStore, settingStore } from './settings.ts';
import { type SignedNonceStore, signedNonceStore } from './signed-nonces.ts';
import type { Tables } from './tables.ts';
import { type TemplateStore, templateStore } from './templates.ts';

/** Everything that the console keeps between two runs, but for keys and the journal. */
export interface ConsoleStorage {
  readonly credentials: CredentialStore;
  readonly loginSessions: LoginSessionStore;
  readonly passkeys: PasskeyStore;
  readonly profiles: ProfileStore;
  readonly settings: SettingStore;
  readonly requests: SentRequestStore;
  readonly savedFilters: SavedFilterStore;
  readonly templates: TemplateStore;
  readonly groups: RequestGroupStore;
  readonly abis: ContractAbiStore;
  readonly contactBooks: ContactBookStore;
  readonly earlierRecipients: EarlierRecipientStore;
  readonly activityReferences: ActivityReferenceStore;
  readonly signedNonces: SignedNonceStore;
  readonly keyCeremonies: KeyCeremonyStore;
  close(): Promise<void>;
}

const DATABASE = 'console.db';

/** The copies of the console's database, and of others, that were made before their schemas changed. */
export const databaseCopies = (dataFolder: string, others: readonly string[]): readonly string[] =>
  [join(dataFolder, DATABASE), ...others].filter((file) => existsSync(file)).flatMap(copiesOf);

/** The file that marks a folder whose removal has begun (app/purge-data.ts). */
export const PURGE_MARK = 'purged';

/**
 * Opens the console's database in its data folder, which is this process's alone until it is closed.
 * @param acceptsOlder whether the operator said that they put an older database there
 * @throws StorageError when the folder is in use, or the file is no database of ours
 */
export async function openStorage(dataFolder: string, acceptsOlder = false): Promise<ConsoleStorage> {
  const unlock = lockFolder(dataFolder);
  const lock = keepLocked(dataFolder);
  const release = (): void => {
    lock.release();
    unlock();
  };
  try {
    if (existsSync(join(dataFolder, PURGE_MARK))) throw storageError('FOLDER_PURGED', { folder: dataFolder });
    const database = await openDatabase<Tables>({
      file: join(dataFolder, DATABASE),
      migrations: MIGRATIONS,
      acceptsOlder,
      isWatched: true,
      requireHeld: lock.requireHeld,
    });
    const commit = groupCommit(database);
    return {
      credentials: credentialStore(database),
      loginSessions: loginSessionStore(database),
      passkeys: passkeyStore(database),
      profiles: profileStore(database),
      settings: settingStore(database, commit),
      requests: sentRequestStore(database, commit),
      savedFilters: savedFilterStore(database),
      templates: templateStore(database),
      groups: requestGroupStore(database, commit),
      abis: contractAbiStore(database),
      contactBooks: contactBookStore(database),
      earlierRecipients: earlierRecipientStore(database, commit),
      activityReferences: activityReferenceStore(database, commit),
      signedNonces: signedNonceStore(database, commit),
      keyCeremonies: keyCeremonyStore(database),
      close: async () => {
        try {
          await database.destroy();
        } finally {
          release();
        }
        await collectStatements();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Whether a folder holds the console's database, or the mark of a purge that did not end. */
export function isConsoleFolder(folder: string): boolean {
  if (lstatSync(join(folder, PURGE_MARK), { throwIfNoEntry: false })?.isFile() === true) return true;
  const file = join(folder, 'console.db');
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    if (!beginsWith(file, 'SQLite format 3\0')) return false;
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const tables = new Set(readColumn(database, "SELECT name FROM sqlite_master WHERE type = 'table'"));
      return ['migration', 'profile', 'credential'].every((name) => tables.has(name));
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function beginsWith(file: string, text: string): boolean {
  const start = Buffer.alloc(text.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start, 0, start.length, 0);
  } finally {
    closeSync(opened);
  }
  return start.toString('latin1') === text;
}
