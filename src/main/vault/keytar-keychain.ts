import { createRequire } from 'node:module';
import type * as Keytar from 'keytar';
import { BUS, type BusConnection, connectBus, sessionBusSocket } from '../platform/dbus/connection.ts';
import { booleanIn } from '../platform/dbus/message.ts';
import {
  KEYCHAIN_SERVICE,
  type Keychain,
  KeychainError,
  type KeychainLock,
  type LockState,
  keychainError,
} from './keychain.ts';
import { nextTurn } from '../platform/pacing.ts';

/** The collection that new items go into (Secret Service API, "Aliases"). */
const COLLECTION = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  args: ['org.freedesktop.Secret.Collection', 'Locked'],
  // Asking must not start a keyring: one that is not there has nothing unlocked.
  mayStart: false,
} as const;

/** What may go with a change of the lock: it is asked again then. */
const RULES = [
  "type='signal',sender='org.freedesktop.secrets',interface='org.freedesktop.DBus.Properties'",
  "type='signal',sender='org.freedesktop.secrets',interface='org.freedesktop.Secret.Service'",
  "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.freedesktop.secrets'",
];

/**
 * Asks the Secret Service whether its keyring is locked, over the session bus, and follows its signals. Asking shows no
 * prompt.
 * @param socket where the bus listens (`sessionBusSocket`)
 */
function followSecretService(socket: string): KeychainLock {
  const listeners = new Set<(state: LockState) => void>();
  let connecting: Promise<BusConnection> | undefined;
  let told: LockState = 'unknown';

  const open = async (): Promise<BusConnection> => {
    const bus = await connectBus(socket, () => void state());
    const rules = RULES.map((rule) =>
      bus.call({ ...BUS, member: 'AddMatch', args: [rule], mayStart: false }),
    );
    await Promise.all(rules);
    return bus;
  };
  const drop = (given: Promise<BusConnection> | undefined): void => {
    if (connecting === given) connecting = undefined;
    given?.then(
      (bus) => bus.close(),
      () => undefined,
    );
  };
  const ask = async (): Promise<LockState> => {
    const used = (connecting ??= open());
    try {
      const answer = await (await used).call(COLLECTION);
      const isLocked = answer.type === 'return' ? booleanIn(answer) : undefined;
      return isLocked === undefined ? 'unknown' : isLocked ? 'locked' : 'unlocked';
    } catch {
      // One that does not answer is left: the next question has a connection of its own.
      drop(used);
      return 'unknown';
    }
  };
  let asking: Promise<LockState> | undefined;
  /** One question for all who ask in this turn, as the stamps of a batch do; none gets an answer from before it asked. */
  const askTogether = async (): Promise<LockState> => {
    await nextTurn();
    asking = undefined;
    return ask();
  };
  const state = async (): Promise<LockState> => {
    const now = await (asking ??= askTogether());
    if (now !== told) {
      told = now;
      for (const listener of listeners) listener(now);
    }
    return now;
  };
  return {
    state,
    follow: (listener) => {
      listeners.add(listener);
      void state();
    },
    close: () => {
      listeners.clear();
      drop(connecting);
    },
  };
}

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

// By `require`: `import()` would start the loader of ES modules for this one file, 40 ms of the console's start.
const loadKeytar = (): Promise<Backend> =>
  Promise.resolve(createRequire(import.meta.url)('keytar') as typeof Keytar);

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
    settled: async () => {
      // Who has an answer asks for the next item within a turn.
      let last;
      do {
        last = queue;
        await last;
        await nextTurn();
      } while (last !== queue);
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
