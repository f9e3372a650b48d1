import { z } from 'zod';
import { call, nothing } from './call.ts';

/** How a person proves that they are here; the operator chooses one of those that this computer has. */
export const VERIFICATION_METHODS = ['passphrase', 'passkey', 'polkit', 'touchId'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** The shortest passphrase that unlocks the console, in characters. */
export const PASSPHRASE_MIN = 8;
/** The longest one that is looked at, in UTF-16 units. */
export const PASSPHRASE_MAX = 512;

/** After how many minutes without anybody the console locks itself. */
export const IDLE_MINUTES = [5, 15, 60] as const;
export const DEFAULT_IDLE_MINUTES = 15;
const idleMinutes = z.literal([...IDLE_MINUTES]);

const method = z.enum(VERIFICATION_METHODS);

export const lockState = z.object({
  /** What this computer has, in the order in which it is offered. */
  offered: z.array(method),
  idleMinutes,
  /** Why what is set up cannot be read or used now; null where it can. */
  fault: z.object({ message: z.string(), remedy: z.string() }).nullable(),
});
export type LockState = z.infer<typeof lockState>;

/** What locks and unlocks the console, as the operator chose it. Every proof happens on the approval surface, never here. */
export const lockCalls = {
  state: call('read', nothing, lockState),
  /** Sets a method up, or another in its place: the present one first, then the new one, on the approval surface. */
  choose: call('write', z.object({ method }), nothing),
  /** Takes the method away, with a proof by it. */
  remove: call('destroy', nothing, nothing),
  /** A longer time is approved first. */
  setIdle: call('write', z.object({ minutes: idleMinutes }), nothing),
};
