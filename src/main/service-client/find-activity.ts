import { type Activity, FRESHNESS, timestampMs } from '#protocol/activity.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Client, Target } from './client.ts';

const PAGE = 100;
/** More than that many pages are not looked through. */
export const PAGES = 200;

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
  let before: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { activities } = await client.query(target, listActivities, {
      filterByType: [operation.type],
      paginationOptions: { limit: String(PAGE), ...(before === undefined ? {} : { before }) },
    });
    const found = activities.find((activity) => activity.fingerprint === fingerprint);
    if (found !== undefined) return found;
    const last = activities.at(-1);
    if (last === undefined || activities.length < PAGE) return 'none';
    if ((timestampMs(last.createdAt) ?? earliestMs) < earliestMs) return 'none';
    before = last.id;
  }
  return 'unsure';
}
