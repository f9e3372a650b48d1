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
import { type Proposal, proposalOf, policyInputsOf, standingVotes, votePermissions } from './proposal.ts';
import { type VoteInput, keepEvaluation, recordActivityEvent, voteRow } from './keep-vote.ts';

/** Does what was agreed on, in the name of the user who asked for it; what the service refuses now, failed. */
async function carryOut(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  { handler, parameters, votes }: Proposal,
): Promise<ActivityRow> {
  const [first] = votes;
  if (first === undefined) throw new Error('An activity has the vote of the user who asked for it.');
  const caller = callerOf(activity, first);
  const context = contextOf(engine, store, caller, activity.updated_at);
  try {
    if ((await findRow(store, 'user', caller.organizationId, caller.userId)) === undefined)
      throw requesterGone();
    const result = await inSavepoint(store, () => handler.handle(context, parameters));
    const proven = { activity, votes, parameters, result, now: activity.updated_at };
    return {
      ...activity,
      app_proofs: await proofsFor(store, engine.enclaveKeys, proven),
      status: 'ACTIVITY_STATUS_COMPLETED',
      result: JSON.stringify({ [handler.operation.result]: result }),
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
export function vote(engine: Engine, input: VoteInput, fingerprint: string): Promise<ActivityWithVotes> {
  return engine.writer.write(async (store) => {
    const found = await findActivityByFingerprint(store, input.caller.organizationId, fingerprint);
    if (found === undefined) {
      throw engineError('NOT_FOUND.fingerprint');
    }
    return await castVote(engine, store, found, input);
  });
}

/** Adds a vote to an activity; the vote that decides it has it carried out, or ends it, in the same transaction. */
export async function castVote(
  engine: Engine,
  store: Store,
  found: ActivityWithVotes,
  input: VoteInput,
): Promise<ActivityWithVotes> {
  const weighed = await weigh(engine, store, found, input);
  if (weighed === undefined) return found;
  const { row, decision } = weighed;
  const { votes } = weighed.proposal;
  const next = { ...found.activity, updated_at: row.created_at };
  const activity = await settle(engine, store, next, weighed);
  await updateActivity(store, activity);
  await insertRow(store, 'vote', row);
  await recordActivityEvent(store, { activity, votes });
  await keepEvaluation(store, row, decision, activity.organization_id);
  return { activity, votes };
}

/** A vote that counts, what is decided with it, and on what. */
interface Weighed {
  readonly row: VoteRow;
  readonly proposal: Proposal;
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
  input: VoteInput,
): Promise<Weighed | undefined> {
  const now = engine.now();
  const { activity, votes } = found;
  const open = activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  const isSame = ({ user_id, selection }: VoteRow): boolean =>
    user_id === input.caller.userId && selection === input.selection;
  if ((open ? standingVotes(votes, now) : votes).some(isSame)) return undefined;
  if (!open) throw settled(activity);

  const { organizationId, userId } = input.caller;
  const decisionContext = await readDecisionContext(store, organizationId, now);
  const before = proposalOf(engine.submitHandlerOf, found);
  const permissions = votePermissions(await policyInputsOf(store, decisionContext, before, now), userId);
  const approves = input.selection === 'VOTE_SELECTION_APPROVED';
  if (!(approves ? permissions.canApprove : permissions.canReject))
    throw engineError('REQUEST_NOT_AUTHORIZED.policies');

  const row = await voteRow(store, activity.id, input, now);
  const proposal = { ...before, votes: [...votes, row] };
  const decision = decideOverAll(await policyInputsOf(store, decisionContext, proposal, now), decideOpen);
  return { row, proposal, decision };
}

/** The activity after a vote: carried out, rejected, or as open as before. */
async function settle(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  { row, proposal, decision: { outcome } }: Weighed,
): Promise<ActivityRow> {
  if (outcome === 'OUTCOME_REJECTED') return { ...activity, status: 'ACTIVITY_STATUS_REJECTED' };
  // Only an approval has a request carried out: what a rejection leaves allowed waits for the next one.
  const approves = row.selection === 'VOTE_SELECTION_APPROVED';
  if (!approves || outcome === 'OUTCOME_REQUIRES_CONSENSUS') return activity;
  if (outcome !== 'OUTCOME_ALLOW') throw engineError('REQUEST_NOT_AUTHORIZED.policies');
  return await carryOut(engine, store, activity, proposal);
}

const settled = ({ status }: ActivityRow): ServiceError =>
  engineError('REQUEST_INVALID.settled', { field: 'parameters.fingerprint', status });
