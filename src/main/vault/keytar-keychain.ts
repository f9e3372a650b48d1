import type * as Keytar from 'keytar';
import { KeychainError, keychainError } from './keychain-error.ts';
import { sessionBusSocket } from '../platform/dbus/connection.ts';
import { KEYCHAIN_SERVICE } from './keychain.ts';
import type { Keychain, KeychainLock } from './keychain.ts';
import { followSecretService } from './secret-service-lock.ts';

/** An item without meaning. Writing it tells an absent item from a locked keychain: libsecret reads null for both. */
const PROBE = 'keychain-probe';
/** How long a keychain that answered counts as unlocked, in milliseconds. */
const PROOF_MS = 1_000;
/** What an item held before it was changed stands beside it under this name. */
const previousOf = (account: string): string => `${account}:previous`;

const BACKENDS: Readonly<Record<string, string>> = {
  linux: 'Secret Service keyring',
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager',
};

/** What is asked of keytar. */
type Backend = Pick<typeof Keytar, 'getPassword' | 'setPassword' | 'deletePassword' | 'findCredentials'>;

// keytar is a CommonJS module: what it exports is one object, the default.
const loadKeytar = async (): Promise<Backend> => (await import('keytar')).default;

/**
 * The operating system's keychain through keytar, loaded at the first call so that a missing system library is a state
 * and no crash.
 * @param timeoutMs how long a call may take before the keychain counts as locked: it may be asking for a password
 * @param service the items' service name; tests have their own
 * @param system.load gives keytar; tests put something before it
 * @param system.lock the keychain's lock; null where it cannot be asked
 */
export function openKeychain(
  timeoutMs: number,
  service = KEYCHAIN_SERVICE,
  system: {
    readonly platform?: string;
    readonly load?: () => Promise<Backend>;
    readonly lock?: KeychainLock | null;
  } = {},
): Keychain {
  const { platform = process.platform, load = loadKeytar, lock = lockOf(platform) } = system;
  let queue: Promise<void> = Promise.resolve();
  let provenAt = -Infinity;
  // A person who closed the password prompt is not asked again until they want it: `askAgain`.
  let refusal: KeychainError | undefined;

  const typed = (error: unknown): KeychainError =>
    error instanceof KeychainError ? error : keychainError(error, platform);
  const note = (error: KeychainError): KeychainError => {
    if (error.problem === 'locked') refusal ??= error;
    return error;
  };
  const ask = async <T>(call: (keytar: Backend) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new KeychainError('locked', platform)), timeoutMs);
    });
    try {
      // One at a time: a keychain that asks for its password asks once, and some do not stand two questions at once.
      const answer = queue.then(async () => {
        if (refusal !== undefined) throw refusal;
        return call(await load());
      });
      // The queue holds no answer: that would keep a private key in memory after the lock.
      queue = answer.then(
        () => undefined,
        (error: unknown) => void note(typed(error)),
      );
      return await Promise.race([answer, late]);
    } catch (error) {
      throw note(typed(error));
    } finally {
      clearTimeout(timer);
    }
  };
  // Writing fails on a locked keychain, where reading gives null; a person is asked for the password once.
  const proveUnlocked = async (): Promise<void> => {
    await ask((keytar) => keytar.setPassword(service, PROBE, 'no secret'));
    provenAt = performance.now();
  };
  const read = async (account: string): Promise<string | null> => {
    if (performance.now() - provenAt > PROOF_MS) await proveUnlocked();
    const first = await ask((keytar) => keytar.getPassword(service, account));
    if (first !== null) return first;
    // It may have been locked for this read and unlocked since: only a null after a proof says that there is no item.
    await proveUnlocked();
    return ask((keytar) => keytar.getPassword(service, account));
  };
  return {
    backend: BACKENDS[platform] ?? 'system keychain',
    ...(lock === null ? {} : { lock }),
    get: read,
    set: async (account, text) => {
      const before = await read(account);
      if (before !== null && before !== text)
        await ask((keytar) => keytar.setPassword(service, previousOf(account), before));
      await ask((keytar) => keytar.setPassword(service, account, text));
    },
    replace: async (account, text) => {
      await proveUnlocked();
      await ask((keytar) => keytar.setPassword(service, account, text));
    },
    delete: async (account) => {
      await proveUnlocked();
      await ask((keytar) => keytar.deletePassword(service, previousOf(account)));
      return ask((keytar) => keytar.deletePassword(service, account));
    },
    list: async () => {
      // keytar fails badly when it lists a locked collection.
      await proveUnlocked();
      const items = await ask((keytar) => keytar.findCredentials(service));
      return items.map((item) => item.account).filter((account) => account !== PROBE);
    },
    askAgain: () => {
      refusal = undefined;
    },
  };
}

/** Nobody says it: the keychain is asked for a key each time that it is used. */
const UNTOLD: KeychainLock = {
  state: () => Promise.resolve('unknown'),
  follow: () => undefined,
  close: () => undefined,
};

/** Windows has its credentials open for as long as its user is signed in. */
function lockOf(platform: string): KeychainLock | null {
  if (platform === 'win32') return null;
  const socket = platform === 'linux' ? sessionBusSocket(process.env) : null;
  return socket === null ? UNTOLD : followSecretService(socket);
}
