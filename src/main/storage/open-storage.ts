import { join } from 'node:path';
import { openDatabase } from '#storage/open-database.ts';
import { lockFolder } from '#storage/lock-folder.ts';
import { credentialStore } from './credentials.ts';
import type { CredentialStore } from './credentials.ts';
import { groupCommit } from './group-commit.ts';
import { MIGRATIONS } from './migrations.ts';
import { loginSessionStore } from './login-sessions.ts';
import type { LoginSessionStore } from './login-sessions.ts';
import { earlierRecipientStore } from './earlier-recipients.ts';
import type { EarlierRecipientStore } from './earlier-recipients.ts';
import { passkeyStore } from './passkeys.ts';
import type { PasskeyStore } from './passkeys.ts';
import { contractAbiStore } from './contract-abis.ts';
import type { ContractAbiStore } from './contract-abis.ts';
import { profileStore } from './profiles.ts';
import type { ProfileStore } from './profiles.ts';
import { requestGroupStore } from './request-groups.ts';
import type { RequestGroupStore } from './request-groups.ts';
import { sentRequestStore } from './sent-requests.ts';
import type { SentRequestStore } from './sent-requests.ts';
import { settingStore } from './settings.ts';
import type { SettingStore } from './settings.ts';
import type { Tables } from './tables.ts';
import { templateStore } from './templates.ts';
import type { TemplateStore } from './templates.ts';

/** Everything that the console keeps between two runs, but for keys and the journal. */
export interface ConsoleStorage {
  readonly credentials: CredentialStore;
  readonly loginSessions: LoginSessionStore;
  readonly passkeys: PasskeyStore;
  readonly profiles: ProfileStore;
  readonly settings: SettingStore;
  readonly requests: SentRequestStore;
  readonly templates: TemplateStore;
  readonly sets: RequestGroupStore;
  readonly abis: ContractAbiStore;
  readonly earlierRecipients: EarlierRecipientStore;
  close(): Promise<void>;
}

/**
 * Opens the console's database in its data folder, which is this process's alone until it is closed.
 * @throws StorageError when the folder is in use, or the file is no database of ours
 */
export async function openStorage(dataFolder: string): Promise<ConsoleStorage> {
  const unlock = lockFolder(dataFolder);
  try {
    const database = await openDatabase<Tables>({
      file: join(dataFolder, 'console.db'),
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
      sets: requestGroupStore(database, commit),
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
