import { defineModule } from '../context/module.ts';
import type { ModuleParts } from '../context/module.ts';
import type { ConsoleContext } from '../context/console-context.ts';
import { createCoalescingQueue } from '../platform/pacing.ts';
import { reportFault } from '../platform/errors.ts';
import { snapshot } from './app-snapshot.ts';
import type { SnapshotParts } from './app-snapshot.ts';

/** The console itself: its state, as the window draws its frame from it, its lock, its theme. */
export const app = defineModule({
  start: (
    needs: SnapshotParts & Pick<ConsoleContext, 'vault' | 'refreshing' | 'announce' | 'news'>,
  ): ModuleParts<'app'> => {
    const { host, storage, vault, keychainState, volatile, refreshing, announce, news } = needs;
    const announcing = createCoalescingQueue(
      async () => {
        if (!volatile.closed) host.send('console', 'app.changed', await snapshot(needs));
      },
      (error) => reportFault('app.changed', error),
    );
    news.changed.on(() => void announcing.run());
    return {
      handlers: {
        app: {
          bootstrap: () => snapshot(needs),
          setTheme: async ({ theme }) => {
            await storage.settings.set('theme', theme);
            host.setTheme(theme);
            announce();
            return undefined;
          },
          lock: () => {
            volatile.locked = true;
            vault.lock();
            news.locked.emit();
            announce();
            return Promise.resolve(undefined);
          },
          unlock: async () => {
            await vault.probe();
            volatile.locked = false;
            await keychainState.look();
            void refreshing.run();
            return undefined;
          },
          recheck: async () => {
            await keychainState.look();
            await refreshing.run();
            return undefined;
          },
          copy: async ({ text }) => {
            await host.copy(text);
            return undefined;
          },
          save: async ({ name, text }) => ({ path: await host.save(name, text) }),
        },
      },
      idle: () => announcing.idle(),
    };
  },
});
