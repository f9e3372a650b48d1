import { z } from 'zod';
import { call, news } from './call.ts';
import { credential } from './credentials.ts';
import { health } from './health.ts';
import { profile } from './profiles.ts';

const nothing = z.undefined();

export const appSnapshot = z.object({
  version: z.string(),
  host: z.enum(['electron', 'chromium']),
  platform: z.string(),
  sandboxed: z.boolean(),
  /** What this host can do that another may not. */
  can: z.object({ pickFiles: z.boolean(), readClipboard: z.boolean() }),
  locked: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  health,
  profiles: z.array(profile),
  profileId: z.string(),
  credentials: z.array(credential),
  dataFolder: z.string(),
  /** How many requests wait for the current credential’s vote; none while locked. */
  waitingForMe: z.number().int(),
});
export type AppSnapshot = z.infer<typeof appSnapshot>;

/** The console itself. */
export const appCalls = {
  bootstrap: call('read', nothing, appSnapshot, { whileLocked: true }),
  changed: news(appSnapshot),
  setTheme: call('write', z.object({ theme: z.enum(['system', 'light', 'dark']) }), nothing),
  lock: call('write', nothing, nothing, { whileLocked: true }),
  unlock: call('write', nothing, nothing, { whileLocked: true }),
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
