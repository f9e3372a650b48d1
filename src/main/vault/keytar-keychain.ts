import type * as Keytar from 'keytar';
import { KeychainError, keychainError } from './keychain-error.ts';
import { KEYCHAIN_SERVICE } from './keychain.ts';
import type { Keychain } from './keychain.ts';

/** An item without meaning. Reading it tells an absent item from a locked keychain: libsecret answers null for both. */
const PROBE = 'keychain-probe';

const BACKENDS: Readonly<Record<string, string>> = {
  linux: 'Secret Service keyring',
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

/**
 * The operating system's keychain through keytar, loaded at the first call so that a missing system library is a state
 * and no crash.
 * @param timeoutMs how long a call may take before the keychain counts as locked: it may be asking for a password
 * @param service the items' service name; tests have their own
 */
export function openKeychain(
  timeoutMs: number,
  service = KEYCHAIN_SERVICE,
  platform: string = process.platform,
): Keychain {
  let queue: Promise<unknown> = Promise.resolve();
  const ask = async <T>(call: (keytar: typeof Keytar) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new KeychainError('locked', platform));
      }, timeoutMs);
    });
    try {
      // One at a time: a keychain that asks for its password asks once, and some do not stand two questions at once.
      // keytar is a CommonJS module: what it exports is one object, the default.
      const answer = queue.then(async () => call((await import('keytar')).default));
      queue = answer.catch(() => undefined);
      return await Promise.race([answer, late]);
    } catch (error) {
      throw error instanceof KeychainError ? error : keychainError(error, platform);
    } finally {
      clearTimeout(timer);
    }
  };
  const requireUnlocked = async (): Promise<void> => {
    const probe = await ask((keytar) => keytar.getPassword(service, PROBE));
    // Writing fails on a locked keychain, where reading says null.
    if (probe === null) await ask((keytar) => keytar.setPassword(service, PROBE, 'no secret'));
  };
  return {
    backend: BACKENDS[platform] ?? 'system keychain',
    get: async (account) => {
      const text = await ask((keytar) => keytar.getPassword(service, account));
      if (text === null) await requireUnlocked();
      return text;
    },
    set: (account, text) => ask((keytar) => keytar.setPassword(service, account, text)),
    delete: async (account) => {
      const there = await ask((keytar) => keytar.deletePassword(service, account));
      if (!there) await requireUnlocked();
      return there;
    },
    list: async () => {
      // keytar fails badly when it lists a locked collection.
      await requireUnlocked();
      const items = await ask((keytar) => keytar.findCredentials(service));
      return items.map((item) => item.account).filter((account) => account !== PROBE);
    },
  };
}
