import type { Warning } from '#chains/model/decoded.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { activityPages } from '../../service-client/client.ts';
import { voteError } from './errors.ts';
import { asksSame } from './stamped-request.ts';

const PAGE = 100;
const LOOKED_THROUGH = 2_000;

/** Asks for the activities that wait for votes, newest first; of one type where it is given. */
async function* waitingActivities(ask: ContextResolver['query'], type?: string): AsyncGenerator<Activity> {
  const pages = activityPages(ask, {
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    ...(type === undefined ? {} : { filterByType: [type] }),
    size: PAGE,
    most: LOOKED_THROUGH,
  });
  for await (const page of pages) yield* page;
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

type Pending = Preview['pending'][number];

/** A preview does not wait longer than this for what waits already. */
const LOOK_MS = 3_000;

const pendingWarning = defineWarnings({
  PENDING_UNKNOWN: [
    'notice',
    'Pending requests weren’t checked',
    'The service couldn’t be asked in time, so the same request may already be waiting for votes.',
  ],
  SAME_REQUEST_WAITS: [
    'caution',
    'The same request is already waiting for votes',
    '{who} requested it, and {approvals} approved (activity {activityId}).{others} You may want to approve that one: this would be a second request.',
  ],
});

/**
 * Looks whether the same thing was asked for before and waits for votes: another request would be another activity, with
 * votes of its own.
 * @param parameters of the new request
 * @returns those requests, and what to warn of
 */
export async function pendingSame(
  ask: ContextResolver['query'],
  clock: Clock,
  operation: SubmitOperation,
  parameters: unknown,
): Promise<{ readonly pending: Pending[]; readonly warnings: Warning[] }> {
  // A vote is about what waits.
  if (operation.ballot === true) return { pending: [], warnings: [] };
  const found = await Promise.race([
    look(ask, operation, parameters),
    sleep(clock, LOOK_MS).then(() => undefined),
  ]);
  if (found === undefined) return { pending: [], warnings: [pendingWarning('PENDING_UNKNOWN')] };
  return { pending: found, warnings: found.slice(0, 1).map((first) => warningOf(first, found.length)) };
}

async function look(
  ask: ContextResolver['query'],
  operation: SubmitOperation,
  parameters: unknown,
): Promise<Pending[] | undefined> {
  const found: Pending[] = [];
  try {
    for await (const { id, intent, votes, createdAt } of waitingActivities(ask, operation.type)) {
      if (!asksSame(intent[operation.intent], parameters)) continue;
      const [first] = votes;
      found.push({
        activityId: id,
        who: first?.user?.userName ?? first?.userId ?? '',
        approvals: votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').length,
        createdAtMs: timestampMs(createdAt) ?? 0,
      });
    }
    return found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

function warningOf({ who, approvals, activityId }: Pending, count: number): Warning {
  const others = count === 1 ? '' : ` There are ${count} of them.`;
  return pendingWarning('SAME_REQUEST_WAITS', { who, approvals, activityId, others });
}
