import type { EndedSession, LoginSession } from '#preload/contract/login-sessions.ts';
import { recordKey } from '../../context/record-key.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Host } from '../../platform/host.ts';
import { createCoalescingQueue } from '../../platform/pacing.ts';
import type { KeptSession } from '../../storage/login-sessions.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';

/** How long before its end a session is said to end. */
export const WARNING_MS = 2 * 60_000;
/** The longest time without a look: a machine that slept does not call timers in time. */
const LOOK_MS = 15_000;
/** Refusals that say that the service does not know a key any more. */
const GONE = new Set(['PUBLIC_KEY_NOT_FOUND', 'API_KEY_EXPIRED', 'CREDENTIAL_NOT_FOUND']);

interface SessionExpiryParts {
  readonly storage: ConsoleStorage;
  readonly vault: Vault;
  readonly host: Pick<Host, 'send'>;
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly onFault: (place: string, error: unknown) => void;
}

/** Keeps watch over the open sessions: warns before one ends, and destroys its key when it has. */
export interface SessionExpiryMonitor {
  list(): Promise<LoginSession[]>;
  /** Keeps a session whose key is in the keychain. A session that can't be kept leaves no key there. */
  add(session: KeptSession): Promise<void>;
  /** Destroys the keys of sessions; those that are none, or are gone, are passed over. @throws KeychainError */
  end(publicKeys: readonly string[]): Promise<void>;
  /** Looks now: at the start, on wake. */
  refresh(): Promise<void>;
  /** What the service said to a credential's request: a use, or that it does not know the key any more. */
  onServiceAnswer(publicKey: string, refusal: string | null): void;
  /** Looks no more; resolves when nothing runs. */
  close(): Promise<void>;
}

export function createSessionExpiryMonitor(parts: SessionExpiryParts): SessionExpiryMonitor {
  const { storage, vault, host, clock, onFault } = parts;
  const gone = new Set<string>();
  let known = new Set<string>();
  let warned = new Set<string>();
  let closed = false;
  let stopTimer = (): void => undefined;
  const writing = new Set<Promise<void>>();

  const list = async (): Promise<LoginSession[]> => {
    const [kept, profiles] = await Promise.all([storage.loginSessions.list(), storage.profiles.list()]);
    return kept.map((session) => ({
      ...session,
      profileName: profiles.find(({ id }) => id === session.profileId)?.name ?? '',
      isEnding: session.expiresAtMs - clock.now() <= WARNING_MS,
    }));
  };
  const tell = async (): Promise<void> => {
    host.send('console', 'loginSessions.changed', await list());
    parts.onChange();
  };
  const destroy = async (publicKey: string): Promise<void> => {
    // The key first: were the console to end in between, a session without a key is better than the reverse.
    await vault.forget(publicKey);
    await storage.credentials.remove(publicKey);
    known.delete(publicKey);
    gone.delete(publicKey);
  };
  const say = (ended: EndedSession): void => host.send('console', 'loginSessions.ended', ended);

  /** Ends what is over. @returns whether anything changed */
  const endTheOver = async (sessions: readonly KeptSession[]): Promise<boolean> => {
    let changed = false;
    for (const { publicKey, label, expiresAtMs } of sessions) {
      const expired = clock.now() >= expiresAtMs;
      if (!expired && !gone.has(publicKey)) continue;
      await destroy(publicKey);
      say({ label, why: expired ? 'expired' : 'ended-elsewhere' });
      changed = true;
    }
    return changed;
  };
  const looking = createCoalescingQueue(
    async () => {
      stopTimer();
      if (closed) return;
      try {
        const changed = await endTheOver(await storage.loginSessions.list());
        const left = await storage.loginSessions.list();
        known = new Set(left.map(({ publicKey }) => publicKey));
        const ending = left.filter(({ expiresAtMs }) => expiresAtMs - clock.now() <= WARNING_MS);
        const isNews = ending.some(({ publicKey }) => !warned.has(publicKey));
        warned = new Set(ending.map(({ publicKey }) => publicKey));
        if (changed || isNews) await tell();
        stopTimer = clock.after(pauseUntil(left, clock.now()), () => void looking.run());
      } catch (error) {
        // A keychain that is locked now may be open at the next look; the session cannot stamp meanwhile.
        stopTimer = clock.after(LOOK_MS, () => void looking.run());
        throw error;
      }
    },
    (error) => onFault('sessions', error),
  );

  return {
    list,
    add: async (session) => {
      await recordKey({ storage, vault }, session.publicKey, () => storage.loginSessions.add(session));
      known.add(session.publicKey);
      await tell();
      await looking.run();
    },
    end: async (publicKeys) => {
      const open = await storage.loginSessions.list();
      for (const { publicKey } of open) if (publicKeys.includes(publicKey)) await destroy(publicKey);
      await tell();
    },
    refresh: () => looking.run(),
    onServiceAnswer: (publicKey, refusal) => {
      if (!known.has(publicKey) || closed) return;
      if (refusal !== null && GONE.has(refusal)) {
        gone.add(publicKey);
        void looking.run();
        return;
      }
      const write = storage.loginSessions
        .setLastUse(publicKey, clock.now())
        .catch((error: unknown) => onFault('sessions', error));
      writing.add(write);
      void write.then(() => writing.delete(write));
    },
    close: async () => {
      closed = true;
      stopTimer();
      await looking.idle();
      await Promise.all(writing);
    },
  };
}

/** Until the next warning or end, and no longer than {@link LOOK_MS}. */
function pauseUntil(sessions: readonly KeptSession[], nowMs: number): number {
  const moments = sessions.flatMap(({ expiresAtMs }) => [expiresAtMs - WARNING_MS, expiresAtMs]);
  return Math.max(1, Math.min(LOOK_MS, ...moments.map((at) => at - nowMs).filter((ms) => ms > 0)));
}
