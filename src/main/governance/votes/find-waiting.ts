import type { Activity } from '#protocol/activity.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { voteError } from './errors.ts';

const PAGE = 100;
const PAGES = 20;

/** Asks for the activities that wait for votes, newest first, a page at a time; of one type where it is given. */
export async function* waitingActivities(
  ask: ContextResolver['query'],
  type?: string,
): AsyncGenerator<Activity> {
  let before: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { activities } = await ask(listActivities, {
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
      ...(type === undefined ? {} : { filterByType: [type] }),
      paginationOptions: { limit: String(PAGE), ...(before === undefined ? {} : { before }) },
    });
    yield* activities;
    before = activities.at(-1)?.id;
    if (activities.length < PAGE) return;
  }
}

/**
 * The activity of a fingerprint, while it waits for votes.
 * @throws AppError `ACTIVITY_NOT_WAITING`, ServiceError
 */
export async function findWaiting(ask: ContextResolver['query'], fingerprint: string): Promise<Activity> {
  for await (const activity of waitingActivities(ask)) {
    if (activity.fingerprint === fingerprint) return activity;
  }
  throw voteError('ACTIVITY_NOT_WAITING');
}
