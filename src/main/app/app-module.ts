import type { Handlers } from '../../preload/contract/call.ts';
import type { AppSnapshot } from '../../preload/contract/app.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import type { RuntimeState } from '../context/runtime-state.ts';
import type { Host } from '../platform/host.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { KeychainState } from '../vault/keychain-state.ts';
import type { Vault } from '../vault/vault.ts';

export function appHandlers(parts: {
  readonly host: Host;
  readonly storage: ConsoleStorage;
  readonly vault: Vault;
  readonly keychain: KeychainState;
  readonly volatile: RuntimeState;
  readonly bootstrap: () => Promise<AppSnapshot>;
  readonly announce: () => void;
  /** Looks after the service and the names again; resolves when that is done. */
  readonly refresh: () => Promise<void>;
  /** Forgets previews and denies what is under review. */
  readonly drop: () => void;
}): Handlers<ConsoleContract>['app'] {
  const { host, storage, vault, keychain, volatile, announce, refresh } = parts;
  return {
    bootstrap: parts.bootstrap,
    setTheme: async ({ theme }) => {
      await storage.settings.set('theme', theme);
      host.setTheme(theme);
      announce();
      return undefined;
    },
    lock: () => {
      volatile.locked = true;
      vault.lock();
      parts.drop();
      announce();
      return Promise.resolve(undefined);
    },
    unlock: async () => {
      await vault.probe();
      volatile.locked = false;
      await keychain.look();
      void refresh();
      return undefined;
    },
    recheck: async () => {
      await keychain.look();
      await refresh();
      return undefined;
    },
    copy: async ({ text }) => {
      await host.copy(text);
      return undefined;
    },
    save: async ({ name, text }) => ({ path: await host.save(name, text) }),
  };
}
