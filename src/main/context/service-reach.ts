import type { ClientCall } from '../service-client/client.ts';

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

/** Whether the operator is told of the change. */
export const isNews = (before: ServiceReach, after: ServiceReach): boolean =>
  before.state !== after.state || Math.abs((after.offsetMs ?? 0) - (before.offsetMs ?? Infinity)) > 1_000;
