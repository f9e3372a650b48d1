import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import type { DiskState } from '../platform/disk-watch.ts';
import type { StoredCredential } from '../storage/credentials.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import type { ClientCall } from '../service-client/client.ts';
import { vaultError } from '../vault/errors.ts';

/** What the console's own calls say of the service of the profile that is shown; nothing else is asked for it. */
export interface ServiceReach {
  /** `unknown`: nothing was answered or missed since the profile was chosen. */
  readonly state: 'unknown' | 'reachable' | 'unreachable';
  /** When the first call went without an answer, in ms since the epoch; null unless it is unreachable. */
  readonly sinceMs: number | null;
  /** The service's clock minus this machine's, in ms. */
  readonly offsetMs: number | null;
  /** When the last answer came, in ms since the epoch. */
  readonly answeredMs: number;
}

/** Of a profile that was just chosen. */
export const UNKNOWN_REACH: ServiceReach = {
  state: 'unknown',
  sinceMs: null,
  offsetMs: null,
  answeredMs: -Infinity,
};

/**
 * Takes over how a try to reach the service went.
 * @param reach what was known before
 * @param nowMs the end of the try
 */
export function afterCall(reach: ServiceReach, call: ClientCall, nowMs: number): ServiceReach {
  if (call.isAnswered) {
    const offsetMs = call.offsetMs ?? reach.offsetMs;
    return { state: 'reachable', sinceMs: null, offsetMs, answeredMs: nowMs };
  }
  // It was sent before another one was answered: it says nothing of the time since.
  if (call.sentMs < reach.answeredMs) return reach;
  return { ...reach, state: 'unreachable', sinceMs: reach.sinceMs ?? nowMs };
}

/** Who a credential belongs to, as its service said. */
export interface Identity {
  readonly organizationName: string;
  readonly username: string;
  readonly userId: string;
}

/** What changes while the console runs and is kept nowhere. */
export interface RuntimeState {
  /** The profile that the window shows. */
  profileId: string;
  locked: boolean;
  /** How often it was locked: what began before a lock does not end it. */
  locks: number;
  /** How a person unlocks it, as it was last read; null where nothing is set up. */
  verification: VerificationMethod | null;
  /** The operator chose how to unlock it, or to go without: until then nothing is approved that asks for a person. */
  unlockChosen: boolean;
  /** The keychain has answered, or was waited for long enough. No state is sent to the window before that. */
  looked: boolean;
  /** The console closes: it answers nothing and begins nothing any more. */
  closed: boolean;
  /** What the calls to the shown profile's service say of it. */
  reach: ServiceReach;
  /** By profile: its service's clock minus this machine's as it was last seen, in ms. */
  readonly clockOffsets: Map<string, number>;
  /** By the credential's public key. */
  readonly identities: Map<string, Identity>;
  journalFault: string | null;
  /** What is wrong with the disk of the data folder. */
  diskFault: DiskState | null;
  /** Offline: when the operator confirmed the clock, in ms since the epoch; null where they did not, or it moved since. */
  clockConfirmedMs: number | null;
  /** Whether Settings has the next start offline. */
  startsOffline: boolean;
  /** How many requests wait for the current credential's vote. */
  waitingForMe: number;
}

/**
 * Watches for a lock, which ends what was begun before it for good, also once the console is unlocked again.
 * @returns throws AppError `VAULT_LOCKED` from the lock on
 */
export function watchLock(runtime: Pick<RuntimeState, 'locked' | 'locks'>): () => void {
  const { locks } = runtime;
  return () => {
    if (runtime.locked || runtime.locks !== locks) throw vaultError('VAULT_LOCKED');
  };
}

/** The state of a console that has just started. */
export const createRuntimeState = (profileId: string): RuntimeState => ({
  profileId,
  locked: false,
  locks: 0,
  verification: null,
  unlockChosen: false,
  looked: false,
  closed: false,
  reach: UNKNOWN_REACH,
  clockOffsets: new Map(),
  identities: new Map(),
  journalFault: null,
  diskFault: null,
  clockConfirmedMs: null,
  startsOffline: false,
  waitingForMe: 0,
});

/**
 * Keeps what a call that ended now says of its profile's service.
 * @returns whether the operator is told of it: the shown profile's service is reached again or no more, or its clock moved
 */
export function noteCall(state: RuntimeState, call: ClientCall, nowMs: number): boolean {
  if (call.offsetMs !== null) state.clockOffsets.set(call.profileId, call.offsetMs);
  if (call.profileId !== state.profileId) return false;
  const before = state.reach;
  state.reach = afterCall(before, call, nowMs);
  return (
    before.state !== state.reach.state ||
    Math.abs((state.reach.offsetMs ?? 0) - (before.offsetMs ?? Infinity)) > 1_000
  );
}

/** More keys than one run of the console makes for sessions and passkeys. */
const KEPT = 1000;

/** Public keys of sessions and credential IDs of passkeys that flows of this run made; no private key is here. */
export interface MadeKeys {
  /** @param key hex, or base64url without padding */
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
}

/** Remembers what this run made until it ends: a key that was wiped since opens nothing for anybody else either. */
export function createMadeKeys(): MadeKeys {
  const made = new Set<string>();
  return {
    add: (key) => {
      const [oldest] = made;
      if (made.size >= KEPT && oldest !== undefined) made.delete(oldest);
      made.add(key);
    },
    has: (key) => made.has(key),
  };
}

/** The profile that is selected now; Local when the selected one is gone. */
export async function currentProfile(storage: ConsoleStorage): Promise<StoredProfile> {
  const selected = await storage.settings.get('profile');
  const profile = selected === undefined ? undefined : await storage.profiles.find(selected);
  return profile ?? storage.profiles.first();
}

/** The credential that stamps for a profile: the selected one, else the oldest. */
export async function currentCredential(
  storage: ConsoleStorage,
  profileId: string,
): Promise<StoredCredential | undefined> {
  const [all, selected] = await Promise.all([
    storage.credentials.list(),
    storage.settings.get(`credential.${profileId}`),
  ]);
  const own = all.filter((credential) => credential.profileId === profileId);
  return own.find(({ publicKey }) => publicKey === selected) ?? own[0];
}

/** The credentials that stamp for all profiles, by the profiles' ids: with two statements, however many they are. */
export async function currentCredentials(
  storage: ConsoleStorage,
): Promise<ReadonlyMap<string, StoredCredential>> {
  const [all, selected] = await Promise.all([storage.credentials.list(), storage.credentials.selected()]);
  const current = new Map<string, StoredCredential>();
  for (const credential of all) {
    const { profileId, publicKey } = credential;
    if (!current.has(profileId) || selected.get(profileId) === publicKey) current.set(profileId, credential);
  }
  return current;
}
