import { decideOpen, type Decision } from '../policies/decide.ts';
import { decideOverAll } from '../policies/strictest.ts';
import type { ServiceError } from '../errors.ts';
import { engineError } from './errors.ts';
import { findActivityByFingerprint, updateActivity, type ActivityWithVotes } from '../storage/activities.ts';
import { insertRow } from '../storage/rows.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { recordActivityEvent } from './record-activity-event.ts';
import { readDecisionContext } from './decision-context.ts';
import { carryOut } from './carry-out.ts';
import type { Engine } from './engine.ts';
import { keepEvaluation } from './evaluation.ts';
import { matterOf } from './matter.ts';
import { policyInputsOf, type Proposal } from './policy-input.ts';
import { votePermissions } from './vote-permissions.ts';
import { standingVotes } from './standing-votes.ts';
import { voteRow, type VoteInput } from './vote-row.ts';

/**
 * Votes on the activity of a fingerprint (PROTOCOL.md, section 6.4). The same vote of the same user again changes nothing.
 * @throws ServiceError NOT_FOUND for no activity; REQUEST_INVALID for one that is settled; REQUEST_NOT_AUTHORIZED for a
 *   user who has no say in it
 */
export function vote(engine: Engine, cast: VoteInput, fingerprint: string): Promise<ActivityWithVotes> {
  return engine.writer.write(async (store) => {
    const found = await findActivityByFingerprint(store, cast.caller.organizationId, fingerprint);
    if (found === undefined) {
      throw engineError('NOT_FOUND.fingerprint');
    }
    return await castVote(engine, store, found, cast);
  });
}

/** Adds a vote to an activity; the vote that decides it sets off the effect, or ends it, in the same transaction. */
export async function castVote(
  engine: Engine,
  store: Store,
  found: ActivityWithVotes,
  cast: VoteInput,
): Promise<ActivityWithVotes> {
  const now = engine.now();
  const weighed = await weigh(engine, store, found, cast, now);
  if (weighed === undefined) return found;
  const { row, matter, decision } = weighed;
  const { votes } = matter;
  const next = { ...found.activity, updated_at: now };
  const approves = cast.selection === 'VOTE_SELECTION_APPROVED';
  const activity = await settle(engine, store, next, matter, { approves, outcome: decision.outcome });
  await updateActivity(store, activity);
  await insertRow(store, 'vote', row);
  await recordActivityEvent(store, { activity, votes });
  await keepEvaluation(store, row, decision, activity.organization_id);
  return { activity, votes };
}

/** A vote that counts, what is decided with it, and on what. */
interface Weighed {
  readonly row: VoteRow;
  readonly matter: Proposal;
  readonly decision: Decision;
}

/**
 * What a vote on an activity comes to; it changes nothing.
 * @returns undefined for a vote that the user gave before
 * @throws ServiceError as {@link vote}
 */
export async function weigh(
  engine: Engine,
  store: Store,
  found: ActivityWithVotes,
  cast: VoteInput,
  now: number,
): Promise<Weighed | undefined> {
  const { activity, votes } = found;
  const open = activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  const isSame = ({ user_id, selection }: VoteRow): boolean =>
    user_id === cast.caller.userId && selection === cast.selection;
  if ((open ? standingVotes(votes, now) : votes).some(isSame)) return undefined;
  if (!open) throw settled(activity);

  const { organizationId, userId } = cast.caller;
  const constitution = await readDecisionContext(store, organizationId, now);
  const before = matterOf(engine.effectOf, found);
  const say = votePermissions(await policyInputsOf(store, constitution, before, now), userId);
  const approves = cast.selection === 'VOTE_SELECTION_APPROVED';
  if (!(approves ? say.canApprove : say.canReject)) throw engineError('REQUEST_NOT_AUTHORIZED.policies');

  const row = await voteRow(store, activity.id, cast, now);
  const matter = { ...before, votes: [...votes, row] };
  const decision = decideOverAll(await policyInputsOf(store, constitution, matter, now), decideOpen);
  return { row, matter, decision };
}

/** The activity after a vote: carried out, rejected, or as open as before. */
async function settle(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  matter: Proposal,
  { approves, outcome }: { readonly approves: boolean; readonly outcome: Decision['outcome'] },
): Promise<ActivityRow> {
  if (outcome === 'OUTCOME_REJECTED') return { ...activity, status: 'ACTIVITY_STATUS_REJECTED' };
  // Only an approval sets off an effect: what a rejection leaves allowed waits for the next one.
  if (!approves || outcome === 'OUTCOME_REQUIRES_CONSENSUS') return activity;
  if (outcome !== 'OUTCOME_ALLOW') throw engineError('REQUEST_NOT_AUTHORIZED.policies');
  return await carryOut(engine, store, activity, matter);
}

const settled = ({ status }: ActivityRow): ServiceError =>
  engineError('REQUEST_INVALID.settled', { field: 'parameters.fingerprint', status });
