import { z } from 'zod';
import { IDLE_MINUTES, VERIFICATION_METHODS } from './lock-limits.ts';
import { call, nothing } from './call.ts';

const idleMinutes = z.literal([...IDLE_MINUTES]);

const method = z.enum(VERIFICATION_METHODS);

export const lockState = z.object({
  /** What this computer has, in the order in which it is offered. */
  offered: z.array(method),
  idleMinutes,
  /** Why what is set up cannot be read or used now; null where it can. */
  fault: z.object({ message: z.string(), remedy: z.string() }).nullable(),
});
export type LockSettings = z.infer<typeof lockState>;

/** What locks and unlocks the console, as the operator chose it. Every proof happens on the approval surface, never here. */
export const lockCalls = {
  state: call('read', nothing, lockState),
  /** Sets a method up, or another in its place: the present one first, then the new one, on the approval surface. */
  choose: call('write', z.object({ method }), nothing),
  /** Has the console go without a method: approved, and in the journal. For a console that has none. */
  goWithout: call('write', nothing, nothing),
  /** Takes the method away, with a proof by it. */
  remove: call('destroy', nothing, nothing),
  /** A longer time is approved first. */
  setIdle: call('write', z.object({ minutes: idleMinutes }), nothing),
};
