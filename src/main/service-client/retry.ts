import { type Clock, type Timing, sleep } from '../platform/clock.ts';
import { ServiceRefusal } from './service-refusal.ts';

/** What a pause needs: the time, the limits, and a number from 0 to 1 that spreads clients apart. */
export interface Pauses {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly random: () => number;
}

/** A pause that doubles with each round up to `factor` times the first, and is spread over its upper half. */
export const pauseMs = (firstMs: number, round: number, factor: number, random: () => number): number =>
  Math.round(firstMs * Math.min(2 ** round, factor) * (0.5 + random() / 2));

/**
 * Sends the same bytes until there is an answer. Only for requests that the service recognises by their fingerprint, or
 * that only read: repeating them has no second effect.
 * @throws ServiceError the last one; its `reach` is `possible` when any try may have arrived
 */
export async function retry<T>(pauses: Pauses, attempt: () => Promise<T>): Promise<T> {
  const { clock, timing, random } = pauses;
  const endMs = clock.now() + timing.retryForMs;
  let reached = false;
  for (let round = 0; ; round += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      reached ||= error.delivery === 'uncertain';
      // Never sooner than the service asks for, and not at all where that is longer than anybody waits.
      const pause = Math.max(pauseMs(timing.retryMs, round, 8, random), error.retryAfterMs ?? 0);
      if (round >= timing.retries || clock.now() + pause >= endMs || !worthRepeating(error))
        throw withReach(error, reached);
      await sleep(clock, pause);
    }
  }
}

const REPEATABLE = new Set(['SERVICE_UNREACHABLE', 'SERVICE_TIMEOUT', 'SERVICE_CONNECTION_LOST']);
const worthRepeating = (error: ServiceRefusal): boolean =>
  REPEATABLE.has(error.code) ||
  error.httpStatus === 429 ||
  (error.httpStatus !== undefined && error.httpStatus >= 500 && error.httpStatus !== 501);

function withReach(error: ServiceRefusal, reached: boolean): ServiceRefusal {
  if (!reached || error.delivery === 'uncertain' || error.httpStatus !== undefined) return error;
  return new ServiceRefusal(error.code, error.message, error.remedy, {
    delivery: 'uncertain',
    cause: error.cause,
  });
}
