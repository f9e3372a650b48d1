import { FRESHNESS } from '#protocol/activity.ts';
import { authenticationError } from './errors.ts';

/**
 * Refuses a request that was stamped too long ago or too far ahead of this clock (PROTOCOL.md, section 6.3).
 * @param timestampMs as in the request, decimal text
 * @param now milliseconds since the epoch
 * @throws ServiceError INVALID_TIME, saying how far the request's time is off
 */
export function checkFreshness(timestampMs: string, now: number): void {
  const age = now - Number(timestampMs);
  if (age < FRESHNESS.pastMs && age >= -FRESHNESS.futureMs) return;
  const [direction, allowed] =
    age > 0
      ? (['behind', 'less than one hour behind'] as const)
      : (['ahead of', 'at most five minutes ahead'] as const);
  const description = `${duration(Math.abs(age))} ${direction} this service's clock; it may be ${allowed}`;
  throw authenticationError('INVALID_TIME', { field: 'timestampMs', description });
}

/** A duration in words, for example `1 h 0 min 5 s`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min ${seconds % 60} s`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
