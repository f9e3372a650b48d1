import { z } from 'zod';
import { call, nothing } from './call.ts';

/** That the console is offline: it makes no connection and takes none, whatever asks. */
export const offlineStateShown = z.object({
  /** Who said so: this start alone, Settings for this data folder, or an administrator's file for the computer. */
  by: z.enum(['switch', 'setting', 'administrator']),
  /** The administrator's file; null for the others. */
  file: z.string().nullable(),
  /** When the operator confirmed the clock, in ms since the epoch; null where they have to, again or for the first time. */
  clockConfirmedMs: z.number().nullable(),
});

/** Whether the console has a network, and what replaces it. */
export const offlineStateCalls = {
  /** Shows this computer's time on the approval surface. An offline console approves and stamps nothing before that. */
  confirmClock: call('write', nothing, nothing),
  /** Whether the console is offline from its next start on; approved on the approval surface. */
  setNextStart: call('write', z.object({ isOffline: z.boolean() }), nothing),
};
