import { meetsQuorum } from '#protocol/policies/evaluate-policy.ts';
import type { Sender } from '../authentication/caller.ts';
import { ServiceError } from '../errors.ts';
import { type Decision, beginDecision } from '#protocol/policies/decide.ts';
import { withKeys } from '../keys/keys-wanted.ts';
import { type ActivityWithVotes, findActivityByFingerprint } from '../storage/activities.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { hasWhere } from '../storage/rows.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { lookingAhead } from '../storage/turns.ts';
import { readDecisionContext, readElectorate, readPoliciesAhead } from './decision-context.ts';
import { type Engine, preparationOf } from './engine.ts';
import { type VoteInput, voteRow } from './keep-vote.ts';
import {
  NotPrepared,
  PreparationFailed,
  type Prepared,
  type SubmitHandler,
  isLargeWork,
} from './operation-handler.ts';
import { type Proposal, policyInputsOf, proposalOf } from './proposal.ts';
import { requesterOf } from './settle.ts';
import { weigh } from './vote.ts';

/** An authenticated, parsed submit request. */
export interface Intent {
  readonly handler: SubmitHandler;
  readonly caller: Sender;
  /** The exact text that was stamped, and its fingerprint. */
  readonly message: string;
  readonly fingerprint: string;
  /** As the schema of the operation gives them to the handler. */
  readonly parameters: unknown;
  /** As they were sent, without null members: what the intent echoes. */
  readonly echo: object;
}

/** A decision, and whether policies went unasked because what they may take together was used up. */
type FirstDecision = Decision & { readonly isUsedUp?: boolean };

/** What a new request comes to, with the vote of the user who asks. */
export async function firstDecision(
  store: Store,
  intent: Intent,
  vote: VoteRow,
  now: number,
): Promise<FirstDecision> {
  const { caller, handler, parameters } = intent;
  // The usual case is decided without reading what else the organization decides by.
  const rootQuorum = await findRootQuorum(store, caller.organizationId);
  if (meetsQuorum(rootQuorum, new Set([caller.userId]))) return { outcome: 'OUTCOME_ALLOW', policies: [] };

  const decisionContext = await readDecisionContext(store, caller.organizationId);
  const proposal = { handler, parameters, votes: [vote] };
  const inputs = await policyInputsOf(store, decisionContext, proposal, now);
  const { alone, among } = beginDecision(inputs);
  const decision = alone ?? among(await readElectorate(store, caller.organizationId, now));
  const isOwner = handler.rules.ownerOf?.(parameters, caller.userId) === caller.userId;
  const denied = decision.policies.some(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT');
  if (isOwner && !denied) return { ...decision, outcome: 'OUTCOME_ALLOW' };
  return { ...decision, isUsedUp: (inputs[0].work?.left ?? 1) <= 0 };
}

/**
 * Has done what takes long or depends on others, and then the rest, in a transaction. Where that finds that something is
 * missing, as votes came meanwhile, it is made, and the transaction done again.
 * @param prepare told whether it is known that it will be needed
 */
export async function inTwoSteps<T>(
  prepare: (isNeeded: boolean) => Promise<Prepared | undefined>,
  carry: (prepared: Prepared | undefined) => Promise<T>,
): Promise<T> {
  for (let isNeeded = false; ; isNeeded = true) {
    const prepared = await prepare(isNeeded);
    try {
      return await carry(prepared);
    } catch (error) {
      if (isNeeded || !(error instanceof NotPrepared)) throw error;
    } finally {
      prepared?.wipe();
    }
  }
}

/**
 * What the handler of a request has to have before the transaction that carries it out. Nothing is done and nobody asked
 * for a request that would not be carried out at once: whoever may not do it cannot make the service work or knock at a host.
 * @param isNeeded whether a transaction has found that it would be
 * @throws ServiceError as `submitIntent`; UNAVAILABLE for what cannot be had
 */
export async function prepareIntent(
  engine: Engine,
  store: Store,
  intent: Intent,
  isNeeded: boolean,
): Promise<Prepared | undefined> {
  const { handler, caller, fingerprint, message, parameters } = intent;
  // Whoever is the root quorum alone needs no policy.
  if (!meetsQuorum(await findRootQuorum(store, caller.organizationId), new Set([caller.userId])))
    await readPoliciesAhead(store, caller.organizationId);
  if (!hasToPrepare(handler, parameters)) return undefined;
  const input: VoteInput = { caller, message, selection: 'VOTE_SELECTION_APPROVED' };
  if (await hasWhere(store, 'activity', { organization_id: caller.organizationId, fingerprint }))
    return await prepareVote(engine, store, input, { fingerprint, isNeeded });
  const now = engine.now();
  if (!isNeeded) {
    const vote = await voteRow(store, '', input, now);
    const { outcome } = await firstDecision(store, intent, vote, now);
    if (outcome !== 'OUTCOME_ALLOW') return undefined;
  }
  const context = preparationOf(engine, { store, caller, now });
  return await withKeys(async () => await handler.prepare?.(context, parameters));
}

/**
 * The same for the vote that would have a request carried out.
 * @throws ServiceError as `vote`; UNAVAILABLE for what cannot be had
 */
export async function prepareVote(
  engine: Engine,
  store: Store,
  input: VoteInput,
  { fingerprint, isNeeded }: { readonly fingerprint: string; readonly isNeeded: boolean },
): Promise<Prepared | undefined> {
  await readPoliciesAhead(store, input.caller.organizationId);
  if (input.selection !== 'VOTE_SELECTION_APPROVED') return undefined;
  // Each reads up to 16 MiB: many at once would do so in one turn of the event loop.
  const approved = await lookingAhead.do(() => carriedOutBy(engine, store, input, { fingerprint, isNeeded }));
  if (approved === undefined) return undefined;
  const { found, proposal } = approved;
  const { handler, parameters } = proposal;
  // It is done for the user who asked for it, whoever has the last word.
  const caller = requesterOf(found.activity, found.votes);
  try {
    const context = preparationOf(engine, { store, caller, now: engine.now() });
    return await withKeys(async () => await handler.prepare?.(context, parameters));
  } catch (error) {
    // What cannot be computed now never can: the activity fails. What a host does not answer it may answer later.
    if (handler.work === undefined || !(error instanceof ServiceError)) throw error;
    return new PreparationFailed(error);
  }
}

/** What a vote would have carried out, if that has to be prepared. @throws ServiceError as `vote` */
async function carriedOutBy(
  engine: Engine,
  store: Store,
  input: VoteInput,
  { fingerprint, isNeeded }: { readonly fingerprint: string; readonly isNeeded: boolean },
): Promise<{ readonly found: ActivityWithVotes; readonly proposal: Proposal } | undefined> {
  const found = await findActivityByFingerprint(store, input.caller.organizationId, fingerprint);
  if (found?.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return undefined;
  if (engine.submitHandlerOf(found.activity.type)?.prepare === undefined) return undefined;
  const proposal = proposalOf(engine.submitHandlerOf, found);
  if (!hasToPrepare(proposal.handler, proposal.parameters)) return undefined;
  if (!isNeeded) {
    const weighed = await weigh(engine, store, found, input);
    if (weighed?.decision.outcome !== 'OUTCOME_ALLOW') return undefined;
  }
  return { found, proposal };
}

/** What asks the network has to always; what computes, where that is much. */
const hasToPrepare = ({ prepare, work }: SubmitHandler, parameters: unknown): boolean =>
  prepare !== undefined && (work === undefined || isLargeWork(work(parameters)));
