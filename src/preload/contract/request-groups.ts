import { z } from 'zod';
import { call, news, nothing } from './call.ts';

const count = z.number().int().min(0);

/** Requests that one approval covers, and how far they are. */
export const requestGroup = z.object({
  id: z.string(),
  /** Target keys of an import, the import itself, requests out of a file, or votes on many requests. */
  purpose: z.enum(['targets', 'secrets', 'batch', 'votes']),
  title: z.string(),
  /** The file that takes the results as they come. */
  results: z.string().nullable(),
  /** `prepared`: it needs an approval before it goes on. */
  state: z.enum(['prepared', 'running', 'paused', 'ended']),
  total: count,
  done: count,
  failed: count,
  /** Those that wait for votes. */
  waiting: count,
  perSecond: z.number().nullable(),
  msLeft: z.number().nullable(),
  /** Why it stopped by itself. */
  stopped: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
});
export type RequestGroup = z.infer<typeof requestGroup>;

const named = z.object({ id: z.uuid() });

/** Many requests under one approval, bound to a digest over all of their bodies. */
export const requestGroupsCalls = {
  list: call('read', nothing, z.array(requestGroup)),
  changed: news(requestGroup),
  /** Goes on where it stands; opens the approval surface first where no approval covers it any more. */
  run: call('sign', named, z.object({ decision: z.enum(['approve', 'deny', 'expired']) })),
  pause: call('write', named, nothing),
  /** Asks what became of the requests that waited for votes. */
  refresh: call('read', named, requestGroup),
  /** Forgets a set that does not run; what was sent stays sent. */
  discard: call('write', named, nothing),
};
