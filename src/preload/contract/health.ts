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
