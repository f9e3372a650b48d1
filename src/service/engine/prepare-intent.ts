import { meetsQuorum } from '#protocol/policies/evaluate-policy.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Lookup } from '../oidc/tokens.ts';
import { type Decision, decideOverAll } from '../policies/decide.ts';
import { findActivityByFingerprint } from '../storage/activities.ts';
import { findRootQuorum } from '../storage/organization.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { readDecisionContext } from './decision-context.ts';
import type { Engine } from './engine.ts';
import { type VoteInput, voteRow } from './keep-vote.ts';
import type { SubmitHandler } from './operation-handler.ts';
import { policyInputsOf } from './proposal.ts';
import { weigh } from './vote.ts';

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

/** What a new request comes to, with the vote of the user who asks. */
export async function firstDecision(
  store: Store,
  intent: Intent,
  vote: VoteRow,
  now: number,
): Promise<Decision> {
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
