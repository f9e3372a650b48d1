import { BUS, connectBus } from '../platform/dbus/connection.ts';
import type { BusConnection } from '../platform/dbus/connection.ts';
import { booleanIn } from '../platform/dbus/message.ts';
import type { KeychainLock, LockState } from './keychain.ts';

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
export function followSecretService(socket: string): KeychainLock {
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
  const state = async (): Promise<LockState> => {
    const now = await ask();
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
