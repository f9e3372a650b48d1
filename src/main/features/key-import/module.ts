import { consoleError } from '../../platform/errors.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { FileParts } from '../files/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { createKeyImportStore } from './key-import-store.ts';

type Needs = FileParts &
  RequestParts &
  Pick<ConsoleContext, 'host' | 'sessions' | 'storage' | 'runtime' | 'ports'>;

/** Private keys and wallets on their way into the organization. */
export const keyImport = defineModule({
  start: ({ host, flow, sessions, storage, runtime, files, ports }: Needs): ModuleParts<'keyImports'> => {
    const store = createKeyImportStore({
      flow,
      ask: sessions.query,
      pinnedKeys: async (profileId) => (await storage.profiles.find(profileId))?.keys ?? null,
      onChange: (current) => host.send('console', 'keyImports.changed', current),
    });
    /** Locked while the file was opened: nothing stays in memory. */
    const requireUnlocked = (): void => {
      if (!runtime.locked) return;
      store.wipe();
      throw consoleError('CONSOLE_LOCKED');
    };
    ports.sealedAddresses.answerWith((encryptedBundle) => store.addressesIn(encryptedBundle));
    return {
      handlers: {
        keyImports: {
          current: () => Promise.resolve(store.current()),
          read: async ({ kind, source, ...passphrases }) => {
            const from = 'file' in source ? { path: files.pathOf(source.file) } : source;
            try {
              return await store.read(kind, from, passphrases);
            } finally {
              requireUnlocked();
            }
          },
          choose: (choice) => Promise.resolve().then(() => store.choose(choice)),
          begin: ({ name }) => Promise.resolve().then(() => store.begin(name)),
          resume: () => Promise.resolve().then(() => store.resume()),
          clear: () => {
            store.wipe();
            return Promise.resolve(undefined);
          },
        },
      },
      onLock: () => store.wipe(),
      onProfileChange: () => store.wipe(),
    };
  },
});
