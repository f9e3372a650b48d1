import { z } from 'zod';
import { call, news, nothing } from './call.ts';

/** When the console looks for updates: never, when the operator asks, or once a day. */
const updateMode = z.enum(['off', 'ask', 'daily']);
export type UpdateMode = z.infer<typeof updateMode>;

const offered = { version: z.string(), size: z.number().int() };
const failure = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

/** How far an update is. */
const updateStep = z.discriminatedUnion('step', [
  /** Nothing is known since the start. */
  z.object({ step: z.literal('idle') }),
  z.object({ step: z.literal('checking') }),
  z.object({ step: z.literal('current') }),
  z.object({ step: z.literal('available'), ...offered }),
  z.object({ step: z.literal('downloading'), ...offered, received: z.number().int() }),
  /** Verified, and not handed over. */
  z.object({ step: z.literal('ready'), ...offered }),
  /** Handed over: the system’s installer was opened, or the command is on the clipboard. */
  z.object({ step: z.literal('handedOver'), ...offered, command: z.string().nullable() }),
  z.object({ step: z.literal('failed'), error: failure }),
]);
export type UpdateStep = z.infer<typeof updateStep>;

const updateState = z.object({
  mode: updateMode,
  /** Where releases are looked for; null in a build that has no such place. */
  address: z.string().nullable(),
  /** The SHA-256 digests of the keys that releases are verified with, as hex. */
  keys: z.array(z.string()),
  checkedAtMs: z.number().nullable(),
  current: updateStep,
});
export type UpdateState = z.infer<typeof updateState>;

/** Updates of the console itself. */
export const updatesCalls = {
  state: call('read', nothing, updateState),
  changed: news(updateState),
  /** Asking another address, or more often than before, is approved apart from the window first. */
  setMode: call('write', z.object({ mode: updateMode }), nothing),
  check: call('write', nothing, nothing),
  /** Downloads what the last check found, and verifies it. */
  download: call('write', nothing, nothing),
  cancel: call('write', nothing, nothing),
  /** Hands the verified package over, once the operator approved that apart from the window. */
  install: call('write', nothing, nothing),
};
