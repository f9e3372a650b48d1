import { z } from 'zod';

/** What must be true for the console to work; drawn by the status line. `remedy` is what the operator can do. */
export const health = z.object({
  keychain: z.object({
    state: z.enum(['ready', 'locked', 'missing']),
    /** What keeps the keys here, in words: "GNOME Keyring", "macOS Keychain", "Windows Credential Manager". */
    backend: z.string(),
    message: z.string(),
    remedy: z.string(),
  }),
  service: z.object({
    state: z.enum(['waiting', 'starting', 'ready', 'failed', 'remote']),
    message: z.string(),
    remedy: z.string(),
  }),
  journal: z.object({
    /** `checking`: not yet read to its end since the start. */
    state: z.enum(['checking', 'intact', 'tampered']),
    lines: z.number().int(),
    message: z.string(),
    remedy: z.string(),
  }),
  /** How far the service's clock is from this machine's, in ms; null until it answered. */
  clock: z.object({ offsetMs: z.number().nullable() }),
});
export type Health = z.infer<typeof health>;
