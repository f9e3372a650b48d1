import type { Caller } from '../authentication/caller.ts';
import { ServiceError } from '../errors.ts';
import { type Decision, decideOpen, decideOverAll } from '../policies/decide.ts';
import { type ActivityWithVotes, findActivityByFingerprint, updateActivity } from '../storage/activities.ts';
import { findRow, insertRow } from '../storage/rows.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { inSavepoint } from '../storage/writer.ts';
import { proofsFor } from './app-proofs.ts';
import { readDecisionContext } from './decision-context.ts';
import { type Engine, contextOf } from './engine.ts';
import { engineError } from './errors.ts';
import { type Proposal, matterOf, policyInputsOf, standingVotes, votePermissions } from './proposal.ts';
import { type VoteInput, keepEvaluation, recordActivityEvent, voteRow } from './keep-vote.ts';

/** Does what was agreed on, in the name of the user who asked for it; what the service refuses now, failed. */
async function carryOut(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  { effect, parameters, votes }: Proposal,
): Promise<ActivityRow> {
  const [first] = votes;
  if (first === undefined) throw new Error('An activity has the vote of the user who asked for it.');
  const caller = callerOf(activity, first);
  const context = contextOf(engine, store, caller, activity.updated_at);
  try {
    if ((await findRow(store, 'user', caller.organizationId, caller.userId)) === undefined)
      throw requesterGone();
    const result = await inSavepoint(store, () => effect.handle(context, parameters));
    const proven = { activity, votes, parameters, result, now: activity.updated_at };
    return {
      ...activity,
      app_proofs: await proofsFor(store, engine.enclaveKeys, proven),
      status: 'ACTIVITY_STATUS_COMPLETED',
      result: JSON.stringify({ [effect.operation.result]: result }),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...activity, status: 'ACTIVITY_STATUS_FAILED', failure: JSON.stringify(failureOf(error)) };
  }
}

/** Whoever asked for an activity, from the first vote on it. */
const callerOf = (activity: ActivityRow, first: VoteRow): Caller => ({
  organizationId: activity.organization_id,
  userId: first.user_id,
  stamp: {
    publicKey: first.public_key,
    scheme: first.scheme,
    signature: first.signature,
  },
});

function failureOf(error: ServiceError): object {
  const { code, message, details } = error.body();
  return { code, message, details };
}

const requesterGone = (): ServiceError => engineError('NOT_FOUND.requester');

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
