import { meetsQuorum } from '#protocol/policies/evaluate-policy.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Lookup } from '../oidc/tokens.ts';
import { type Decision, decideOverAll } from '../policies/decide.ts';
import { type ActivityWithVotes, findActivityByFingerprint, insertActivity } from '../storage/activities.ts';
import { findRootQuorum } from '../storage/organization.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { proofsFor } from './app-proofs.ts';
import { readDecisionContext } from './decision-context.ts';
import { type Engine, contextOf } from './engine.ts';
import { engineError } from './errors.ts';
import type { SubmitHandler } from './operation-handler.ts';
import { policyInputsOf } from './proposal.ts';
import { type VoteInput, keepEvaluation, recordActivityEvent, voteRow } from './keep-vote.ts';
import { castVote, weigh } from './vote.ts';

/** An authenticated, parsed submit request. */
export interface Intent {
  readonly handler: SubmitHandler;
  readonly caller: Caller;
  /** The exact text that was stamped, and its fingerprint. */
  readonly message: string;
  readonly fingerprint: string;
  /** As the schema of the operation gives them to the handler. */
  readonly parameters: unknown;
  /** As they were sent, without null members: what the intent echoes. */
  readonly echo: object;
}

/**
 * Turns an intent into an activity: complete, when whoever sent it may do this alone, or waiting for further votes. What its
 * handler writes, its result, the activity and the vote are one transaction. The same body again gives the activity that it made
 * before; from another user, while votes are missing, it is a further approval.
 * @throws ServiceError REQUEST_NOT_AUTHORIZED where neither the root quorum nor a policy can allow it; whatever its handler
 *   throws. Then nothing is kept.
 */
export function submitIntent(engine: Engine, intent: Intent): Promise<ActivityWithVotes> {
  const { caller, fingerprint, message } = intent;
  return engine.writer.write(async (store) => {
    const known = await findActivityByFingerprint(store, caller.organizationId, fingerprint);
    if (known === undefined) return await begin(engine, intent, store);
    if (known.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return known;
    return await castVote(engine, store, known, { caller, message, selection: 'VOTE_SELECTION_APPROVED' });
  });
}

async function begin(engine: Engine, intent: Intent, store: Store): Promise<ActivityWithVotes> {
  const { caller, handler, message } = intent;
  const now = engine.now();
  const id = engine.nextActivityId();
  // The vote shows its user as of before the request is carried out.
  const vote = await voteRow(store, id, { caller, message, selection: 'VOTE_SELECTION_APPROVED' }, now);
  const decision = await firstDecision(store, intent, vote, now);
  if (decision.outcome !== 'OUTCOME_ALLOW' && decision.outcome !== 'OUTCOME_REQUIRES_CONSENSUS')
    throw engineError('REQUEST_NOT_AUTHORIZED.policies');
  const complete = decision.outcome === 'OUTCOME_ALLOW';
  const result = complete
    ? await handler.handle(contextOf(engine, store, caller, now), intent.parameters)
    : undefined;
  const asked: ActivityRow = {
    id,
    organization_id: caller.organizationId,
    type: handler.operation.type,
    status: complete ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    intent: JSON.stringify({ [handler.operation.intent]: intent.echo }),
    result: complete ? JSON.stringify({ [handler.operation.result]: result }) : null,
    failure: null,
    app_proofs: null,
    fingerprint: intent.fingerprint,
    created_at: now,
    updated_at: now,
  };
  const { parameters } = intent;
  const proven = { activity: asked, votes: [vote], parameters, result, now };
  const activity = complete
    ? { ...asked, app_proofs: await proofsFor(store, engine.enclaveKeys, proven) }
    : asked;
  await insertActivity(store, activity, vote);
  await recordActivityEvent(store, { activity, votes: [vote] });
  await keepEvaluation(store, vote, decision, caller.organizationId);
  return { activity, votes: [vote] };
}

/** What a new request comes to, with the vote of the user who asks. */
async function firstDecision(store: Store, intent: Intent, vote: VoteRow, now: number): Promise<Decision> {
  const { caller, handler, parameters, echo } = intent;
  // The usual case is decided without reading what else the organization decides by.
  const rootQuorum = await findRootQuorum(store, caller.organizationId);
  if (meetsQuorum(rootQuorum, new Set([caller.userId]))) return { outcome: 'OUTCOME_ALLOW', policies: [] };

  const decisionContext = await readDecisionContext(store, caller.organizationId, now);
  const proposal = { handler, parameters, echo, votes: [vote] };
  const decision = decideOverAll(await policyInputsOf(store, decisionContext, proposal, now));
  const isOwner = handler.rules.ownerOf?.(parameters, caller.userId) === caller.userId;
  const denied = decision.policies.some(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT');
  return isOwner && !denied ? { ...decision, outcome: 'OUTCOME_ALLOW' } : decision;
}

/**
 * Asks the network what the handler of a request has to know, before the transaction that carries it out. Nobody is asked
 * for a request that would not be carried out at once: whoever may not do it cannot make the service knock at a host.
 * @throws ServiceError as `submitIntent`; UNAVAILABLE for what cannot be had
 */
export async function prepareIntent(engine: Engine, lookup: Lookup, intent: Intent): Promise<void> {
  const { handler, caller, fingerprint, message, parameters } = intent;
  if (handler.prepare === undefined) return;
  const { store, organizationId } = lookup;
  const input: VoteInput = { caller, message, selection: 'VOTE_SELECTION_APPROVED' };
  if ((await findActivityByFingerprint(store, organizationId, fingerprint)) !== undefined) {
    await prepareVote(engine, lookup, input, fingerprint);
    return;
  }
  const now = engine.now();
  const vote = await voteRow(store, '', input, now);
  const { outcome } = await firstDecision(store, intent, vote, now);
  if (outcome === 'OUTCOME_ALLOW') await handler.prepare(lookup, parameters);
}

/**
 * The same for the vote that would have a request carried out.
 * @throws ServiceError as `vote`; UNAVAILABLE for what cannot be had
 */
export async function prepareVote(
  engine: Engine,
  lookup: Lookup,
  input: VoteInput,
  fingerprint: string,
): Promise<void> {
  if (input.selection !== 'VOTE_SELECTION_APPROVED') return;
  const found = await findActivityByFingerprint(lookup.store, lookup.organizationId, fingerprint);
  if (found?.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return;
  if (engine.submitHandlerOf(found.activity.type)?.prepare === undefined) return;
  const weighed = await weigh(engine, lookup.store, found, input);
  if (weighed?.decision.outcome !== 'OUTCOME_ALLOW') return;
  const { handler, parameters } = weighed.proposal;
  await handler.prepare?.(lookup, parameters);
}
