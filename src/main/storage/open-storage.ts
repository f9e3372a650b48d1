import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copiesOf } from '#storage/copy-database.ts';
import { openDatabase } from '#storage/open-database.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { type CredentialStore, credentialStore } from './credentials.ts';
import { groupCommit } from './group-commit.ts';
import { MIGRATIONS } from './migrations.ts';
import { type LoginSessionStore, loginSessionStore } from './login-sessions.ts';
import { type EarlierRecipientStore, earlierRecipientStore } from './earlier-recipients.ts';
import { type PasskeyStore, passkeyStore } from './passkeys.ts';
import { type ContractAbiStore, contractAbiStore } from './contract-abis.ts';
import { type ProfileStore, profileStore } from './profiles.ts';
import { type RequestGroupStore, requestGroupStore } from './request-groups.ts';
import { type SentRequestStore, sentRequestStore } from './sent-requests.ts';
import { type SettingStore, settingStore } from './settings.ts';
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
  readonly templates: TemplateStore;
  readonly groups: RequestGroupStore;
  readonly abis: ContractAbiStore;
  readonly earlierRecipients: EarlierRecipientStore;
  close(): Promise<void>;
}

const DATABASE = 'console.db';

/** The copies of the console's database, and of others, that were made before their schemas changed. */
export const databaseCopies = (dataFolder: string, others: readonly string[]): readonly string[] =>
  [join(dataFolder, DATABASE), ...others].filter((file) => existsSync(file)).flatMap(copiesOf);

/**
 * Opens the console's database in its data folder, which is this process's alone until it is closed.
 * @throws StorageError when the folder is in use, or the file is no database of ours
 */
export async function openStorage(dataFolder: string): Promise<ConsoleStorage> {
  const unlock = lockFolder(dataFolder);
  try {
    const database = await openDatabase<Tables>({
      file: join(dataFolder, DATABASE),
      migrations: MIGRATIONS,
    });
    const commit = groupCommit(database);
    return {
      credentials: credentialStore(database),
      loginSessions: loginSessionStore(database),
      passkeys: passkeyStore(database),
      profiles: profileStore(database),
      settings: settingStore(database),
      requests: sentRequestStore(database, commit),
      templates: templateStore(database),
      groups: requestGroupStore(database, commit),
      abis: contractAbiStore(database),
      earlierRecipients: earlierRecipientStore(database),
      close: async () => {
        await database.destroy();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
