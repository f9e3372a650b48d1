import { timestampMs } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Warning } from '#chains/decoded.ts';
import { AppError } from '#protocol/error.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { sleep } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { waitingActivities } from './find-waiting.ts';
import { asksSame } from './same-intent.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';

type Pending = Preview['pending'][number];

/** A preview does not wait longer than this for what waits already. */
const LOOK_MS = 3_000;

const pendingWarning = defineWarnings({
  PENDING_UNKNOWN: [
    'notice',
    'Pending requests weren’t checked',
    'The service didn’t say in time whether the same request is already waiting for votes.',
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
