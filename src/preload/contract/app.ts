import { z } from 'zod';
import { THEMES } from './themes.ts';
import { VERIFICATION_METHODS } from './lock-limits.ts';
import { call, news, nothing } from './call.ts';
import { credential } from './credentials.ts';
import { offlineStateShown } from './offline-state.ts';
import { profile } from './profiles.ts';

/** What must be true for the console to work; drawn by the status line. `remedy` is what the operator can do. */
const health = z.object({
  keychain: z.object({
    state: z.enum(['ready', 'locked', 'missing']),
    /** What keeps the keys here, in words: "GNOME Keyring", "macOS Keychain", "Windows Credential Manager". */
    backend: z.string(),
    message: z.string(),
    remedy: z.string(),
  }),
  service: z.object({
    /**
     * Of the service on this machine how far its process is; of another what the console's own calls say: `unknown` until
     * one was answered or missed.
     */
    state: z.enum(['waiting', 'starting', 'ready', 'failed', 'unknown', 'reachable', 'unreachable']),
    message: z.string(),
    remedy: z.string(),
    /** Of an `unreachable` one: when the first call went without an answer, in ms since the epoch. */
    sinceMs: z.number().optional(),
  }),
  journal: z.object({
    /** `checking`: not yet read to its end since the start. `unwritable`: the last line could not be written. */
    state: z.enum(['checking', 'intact', 'tampered', 'unwritable']),
    lines: z.number().int(),
    message: z.string(),
    remedy: z.string(),
  }),
  /** How far the service's clock is from this machine's, in ms; null until it answered. */
  clock: z.object({ offsetMs: z.number().nullable() }),
  /** What keeps the data folder from being written: a disk that is full, read-only or fails. Null while nothing does. */
  disk: z.object({ message: z.string(), remedy: z.string() }).nullable(),
});
export type Health = z.infer<typeof health>;

export const appSnapshot = z.object({
  version: z.string(),
  host: z.enum(['electron', 'chromium', 'terminal']),
  platform: z.string(),
  sandboxed: z.boolean(),
  /** What this host can do that another may not. */
  can: z.object({ pickFiles: z.boolean(), readClipboard: z.boolean() }),
  locked: z.boolean(),
  /** How a person unlocks the console; null where nothing is set up. */
  verification: z.enum(VERIFICATION_METHODS).nullable(),
  /** Whether the operator chose how to unlock it, or to go without. */
  unlockChosen: z.boolean(),
  theme: z.enum(THEMES),
  health,
  profiles: z.array(profile),
  profileId: z.string(),
  credentials: z.array(credential),
  dataFolder: z.string(),
  /** How many requests wait for the current credential’s vote; none while locked. */
  waitingForMe: z.number().int(),
  /** Null while the console may use the network. */
  offline: offlineStateShown.nullable(),
  /** Whether Settings says that the console starts offline the next time. */
  startsOffline: z.boolean(),
});
export type AppSnapshot = z.infer<typeof appSnapshot>;

/** The console itself. */
export const appCalls = {
  bootstrap: call('read', nothing, appSnapshot, { whileLocked: true }),
  /** While locked, what the lock screen draws and nothing else; so is the answer above. */
  changed: news(appSnapshot, { whileLocked: true }),
  setTheme: call('write', z.object({ theme: z.enum(THEMES) }), nothing),
  lock: call('write', nothing, nothing, { whileLocked: true }),
  unlock: call('write', nothing, nothing, { whileLocked: true }),
  /** Loads the window's page anew, which stays on its screen: a file of it couldn't be read. Tells nothing, so it is answered while locked. */
  reload: call('write', nothing, nothing, { whileLocked: true }),
  /** Tries again what failed: the keychain, the service. */
  recheck: call('write', nothing, nothing, { whileLocked: true }),
  copy: call('write', z.object({ text: z.string().max(4_000_000) }), nothing),
  /** Saves a text where the operator says (or in the downloads folder); gives the path, or null when called off. */
  save: call(
    'write',
    z.object({ name: z.string().regex(/^[\w][\w.-]{0,99}$/), text: z.string().max(4_000_000) }),
    z.object({ path: z.string().nullable() }),
  ),
};
