import { type Activity, FRESHNESS, timestampMs } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { type Client, type Target, activityPages } from './client.ts';

const PAGE = 100;
/** More than that many activities are not looked through. */
export const LOOKED_FOR = 20_000;

/** A request that an activity is looked for. */
export interface SentBefore {
  readonly operation: SubmitOperation;
  readonly fingerprint: string;
  /** The time in its body, in ms since the epoch. */
  readonly stampedAtMs: number;
}

/**
 * Looks for the activity of a request among those of its type, newest first, back to the time before which no service
 * would have taken it.
 * @returns `none` where the service has no activity of it, `unsure` where there are too many to look through
 * @throws ServiceError
 */
export async function findActivity(
  client: Pick<Client, 'query'>,
  target: Target,
  { operation, fingerprint, stampedAtMs }: SentBefore,
): Promise<Activity | 'none' | 'unsure'> {
  // A body's time may be this far ahead of the service's clock, by which activities are dated.
  const earliestMs = stampedAtMs - FRESHNESS.futureMs;
  const pages = activityPages((...asked) => client.query(target, ...asked), {
    filterByType: [operation.type],
    size: PAGE,
    most: LOOKED_FOR,
  });
  let count = 0;
  for await (const page of pages) {
    const found = page.find((activity) => activity.fingerprint === fingerprint);
    if (found !== undefined) return found;
    const last = page.at(-1);
    if (last === undefined || (timestampMs(last.createdAt) ?? earliestMs) < earliestMs) return 'none';
    count += page.length;
  }
  return count < LOOKED_FOR ? 'none' : 'unsure';
}
