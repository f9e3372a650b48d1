import { type Sender, requireSender } from '../authentication/caller.ts';
import type { ServiceError } from '../errors.ts';
import { beginOpenDecision } from '#protocol/policies/decide.ts';
import { type ActivityWithVotes, findActivityByFingerprint } from '../storage/activities.ts';
import { updateActivity } from '../storage/activity-order.ts';
import { insertRow, updateWhere } from '../storage/rows.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { type Attempt, isInSessionScope } from './condition-values.ts';
import { doneBefore } from './done-before.ts';
import { readDecisionContext } from './decision-context.ts';
import type { Engine } from './engine.ts';
import { engineError } from './errors.ts';
import { type VoteInput, keepEvaluation, recordActivityEvent, voteRow } from './keep-vote.ts';
import type { Prepared } from './operation-handler.ts';
import {
  type Proposal,
  electoratesOf,
  policyInputsOf,
  proposalOf,
  redated,
  standingVotes,
  votePermissions,
} from './proposal.ts';
import { type Weighed, settle } from './settle.ts';

/** A vote, with what was made for the request in case that it decides. */
interface PreparedVote extends VoteInput {
  readonly prepared: Prepared | undefined;
}

/** A vote that comes as a request of its own. */
interface SentVote extends PreparedVote {
  readonly caller: Sender;
  /** The request, as the scope of a session sees it. */
  readonly attempt: Attempt;
}

/**
 * Votes on the activity of a fingerprint (PROTOCOL.md, section 6.4). The same vote of the same user again changes nothing.
 * @throws ServiceError as `requireSender` and `doneBefore`; NOT_FOUND for no activity; REQUEST_INVALID for one that is settled; REQUEST_NOT_AUTHORIZED for a
 *   user who has no say in it
 */
export function vote(engine: Engine, input: SentVote, fingerprint: string): Promise<ActivityWithVotes> {
  return engine.writer.write(
    async (store) => {
      const now = engine.now();
      await requireSender(store, input.caller, now);
      // A scope may be about the time, which passed while the vote waited.
      if (!(await isInSessionScope(store, input.caller, input.attempt, now)))
        return await doneBefore(store, input.caller, { fingerprint, selection: input.selection });
      const found = await findActivityByFingerprint(store, input.caller.organizationId, fingerprint);
      if (found === undefined) {
        throw engineError('NOT_FOUND.fingerprint');
      }
      return await castVote(engine, store, found, input);
    },
    { organizationId: input.caller.organizationId, effect: 'decides' },
  );
}

/** Adds a vote to an activity; the vote that decides it has it carried out, or ends it, in the same transaction. */
export async function castVote(
  engine: Engine,
  store: Store,
  found: ActivityWithVotes,
  input: PreparedVote,
): Promise<ActivityWithVotes> {
  const weighed = await weigh(engine, store, found, input);
  if (weighed === undefined) return found;
  const { row, decision } = weighed;
  const { votes } = weighed.proposal;
  if (row.message === found.votes[0]?.message) requireModest(found.activity, votes);
  const next = { ...found.activity, updated_at: row.created_at };
  const activity = await settle(engine, store, next, { ...weighed, prepared: input.prepared });
  await redate(store, found.votes, votes);
  await updateActivity(store, activity);
  await insertRow(store, 'vote', row);
  await recordActivityEvent(store, { activity, votes });
  await keepEvaluation(store, row, decision, activity.organization_id);
  return { activity, votes };
}

/** Writes the times of votes that are others now. */
export async function redate(
  store: Store,
  before: readonly VoteRow[],
  after: readonly VoteRow[],
): Promise<void> {
  for (const [at, { id, created_at }] of before.entries()) {
    const changed = after[at]?.created_at ?? created_at;
    if (changed !== created_at) await updateWhere(store, 'vote', { id }, { created_at: changed });
  }
}

/** Consoles read answers of 16 MiB: an activity that is larger could be neither looked at nor voted on. */
const MOST_ANSWERED = 14 * 1024 * 1024;

/** Refuses a further vote that repeats a large request. @throws ServiceError REQUEST_INVALID */
function requireModest({ intent }: ActivityRow, votes: readonly VoteRow[]): void {
  const all = [intent, ...votes.map(({ message }) => JSON.stringify(message))];
  if (all.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > MOST_ANSWERED)
    throw engineError('REQUEST_INVALID.largeVotes');
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
  const { activity } = found;
  const own = engine.now();
  const votes = redated(found.votes, own, own);
  // Another process may have taken the vote before, by a clock that is a little ahead: this one comes after it all the same.
  const now = Math.max(own, votes.at(-1)?.created_at ?? own);
  const open = activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  const isSame = ({ user_id, selection }: VoteRow): boolean =>
    user_id === input.caller.userId && selection === input.selection;
  if ((open ? standingVotes(votes, now) : found.votes).some(isSame)) return undefined;
  if (!open) throw settled(activity);

  const { organizationId, userId } = input.caller;
  const decisionContext = await readDecisionContext(store, organizationId);
  const electorates = electoratesOf(store, decisionContext, now);
  const inputsOf = (proposal: Proposal) => policyInputsOf(store, decisionContext, proposal, now);
  const before = proposalOf(engine.submitHandlerOf, { activity, votes });
  const permissions = await votePermissions(await inputsOf(before), userId, electorates);
  const approves = input.selection === 'VOTE_SELECTION_APPROVED';
  if (!(approves ? permissions.canApprove : permissions.canReject))
    throw engineError('REQUEST_NOT_AUTHORIZED.policies');

  const row = await voteRow(store, activity.id, input, now);
  const proposal = { ...before, votes: [...votes, row] };
  const { alone, among } = beginOpenDecision(await inputsOf(proposal));
  return { row, proposal, decision: alone ?? among(await electorates.all()) };
}

const settled = ({ status }: ActivityRow): ServiceError =>
  engineError('REQUEST_INVALID.settled', { field: 'parameters.fingerprint', status });
