import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import type { RequestParts } from '../requests/module.ts';
import { guardClipboard } from './clipboard-guard.ts';
import { exportHandlers } from './handlers.ts';
import { createKeyExportStore } from './key-export-store.ts';

type Needs = RequestParts &
  Pick<ConsoleContext, 'host' | 'clock' | 'timing' | 'sessions' | 'storage' | 'profileId' | 'ports'>;

/** The export of key material. */
export const keyExport = defineModule({
  start: ({
    host,
    clock,
    timing,
    flow,
    sessions,
    storage,
    profileId,
    ports,
  }: Needs): ModuleParts<'exports'> => {
    const onFault = (error: unknown): void => reportFault('clipboard', error);
    const clipboard = guardClipboard({ host, clock, clearMs: timing.clipboardMs, onFault });
    const store = createKeyExportStore({
      flow,
      ask: sessions.query,
      pinnedKeys: async (id) => (await storage.profiles.list()).find((each) => each.id === id)?.keys ?? null,
      clock,
      holdMs: timing.exportMs,
      onChange: () => host.send('console', 'exports.changed', store.list(profileId())),
    });
    ports.ownsTarget.answerWith((publicKey) => store.owns(publicKey));
    /** Wipes target keys, plaintexts and what lies on the clipboard. */
    const wipeAll = async (): Promise<void> => {
      store.wipeAll();
      await clipboard.clear().catch(onFault);
    };
    return {
      handlers: {
        exports: exportHandlers({ store, profileId, clipboard, host, clock, revealMs: timing.revealMs }),
      },
      onLock: () => void wipeAll(),
      // What waits for votes is kept for its own profile, and the clipboard is left to its time.
      onProfileChange: () => store.leave(),
      close: wipeAll,
    };
  },
});
