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

/** Who a credential belongs to, as its service said. */
export interface Identity {
  readonly organizationName: string;
  readonly username: string;
  readonly userId: string;
}

/** What changes while the console runs and is kept nowhere. */
export interface RuntimeState {
  /** The profile that the window shows. */
  profileId: string;
  locked: boolean;
  /** The console closes: it answers nothing and begins nothing any more. */
  closed: boolean;
  /** What the calls to the shown profile's service say of it. */
  reach: ServiceReach;
  /** By profile: its service's clock minus this machine's as it was last seen, in ms. */
  readonly clockOffsets: Map<string, number>;
  /** By the credential's public key. */
  readonly identities: Map<string, Identity>;
  journalFault: string | null;
  /** How many requests wait for the current credential's vote. */
  waitingForMe: number;
}

/** The state of a console that has just started. */
export const createRuntimeState = (profileId: string): RuntimeState => ({
  profileId,
  locked: false,
  closed: false,
  reach: UNKNOWN_REACH,
  clockOffsets: new Map(),
  identities: new Map(),
  journalFault: null,
  waitingForMe: 0,
});

/**
 * Keeps what a call that ended now says of its profile's service.
 * @returns whether the operator is told of it: the shown profile's service is reached again or no more, or its clock moved
 */
export function noteCall(state: RuntimeState, call: ClientCall, nowMs: number): boolean {
  if (call.offsetMs !== null) state.clockOffsets.set(call.profileId, call.offsetMs);
  if (call.profileId !== state.profileId) return false;
  const before = state.reach;
  state.reach = afterCall(before, call, nowMs);
  return (
    before.state !== state.reach.state ||
    Math.abs((state.reach.offsetMs ?? 0) - (before.offsetMs ?? Infinity)) > 1_000
  );
}
