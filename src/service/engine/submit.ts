import { requireSender } from '../authentication/caller.ts';
import { type ActivityWithVotes, findActivityByFingerprint } from '../storage/activities.ts';
import { insertActivity } from '../storage/activity-order.ts';
import { isPostgres } from '../storage/engine-sql.ts';
import type { ActivityRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { newestAndKnown } from '../storage/settled-activities.ts';
import { requireAlone } from '../storage/writer.ts';
import { proofsFor } from './app-proofs.ts';
import { isInSessionScope } from './condition-values.ts';
import { doneBefore } from './done-before.ts';
import { type Engine, contextOf } from './engine.ts';
import { engineError } from './errors.ts';
import { keepEvaluation, recordActivityEvent, voteRow } from './keep-vote.ts';
import type { Prepared } from './operation-handler.ts';
import { type Intent, firstDecision } from './prepare-intent.ts';
import { castVote } from './vote.ts';

/**
 * Turns an intent into an activity: complete, when whoever sent it may do this alone, or waiting for further votes. What its
 * handler writes, its result, the activity and the vote are one transaction. The same body again gives the activity that it made
 * before; from another user, while votes are missing, it is a further approval.
 * @throws ServiceError as `requireSender`; REQUEST_NOT_AUTHORIZED out of a session's scope, and where neither the root quorum nor a policy can allow it; whatever its handler
 *   throws. Then nothing is kept.
 */
export function submitIntent(
  engine: Engine,
  intent: Intent,
  prepared: Prepared | undefined,
): Promise<ActivityWithVotes> {
  const { caller, fingerprint, message, handler, parameters } = intent;
  const effect = handler.writesNothing === true ? 'adds' : 'decides';
  const scope = { organizationId: caller.organizationId, effect } as const;
  return engine.writer.write(async (store) => {
    // One time for all of it: a key that holds now has its activity made now.
    const now = engine.now();
    await requireSender(store, caller, now);
    // What a scope is about may have changed while the request waited: the name of a wallet, or whether it was exported.
    const { operation, rules } = handler;
    if (!(await isInSessionScope(store, caller, { operation, rules, parameters }, now)))
      return await doneBefore(store, caller, { fingerprint, selection: 'VOTE_SELECTION_APPROVED' });
    // Above those of other processes, whatever their clocks say: a page up to one of them is complete.
    const before = isPostgres(store)
      ? await newestAndKnown(store, caller.organizationId, fingerprint)
      : { newest: undefined, isKnown: true };
    const known = before.isKnown
      ? await findActivityByFingerprint(store, caller.organizationId, fingerprint)
      : undefined;
    if (known === undefined) {
      const id = engine.nextActivityId(before.newest);
      return await begin(engine, intent, { store, prepared, id, now });
    }
    if (known.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return known;
    requireAlone(store);
    const input = { caller, message, selection: 'VOTE_SELECTION_APPROVED', prepared } as const;
    return await castVote(engine, store, known, input);
  }, scope);
}

/** What a new activity is made with. */
interface Beginning {
  readonly store: Store;
  readonly prepared: Prepared | undefined;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

async function begin(
  engine: Engine,
  intent: Intent,
  { store, prepared, id, now }: Beginning,
): Promise<ActivityWithVotes> {
  const { caller, handler, message } = intent;
  // The vote shows its user as of before the request is carried out.
  const vote = await voteRow(store, id, { caller, message, selection: 'VOTE_SELECTION_APPROVED' }, now);
  const decision = await firstDecision(store, intent, vote, now);
  if (decision.outcome !== 'OUTCOME_ALLOW' && decision.outcome !== 'OUTCOME_REQUIRES_CONSENSUS')
    throw engineError(`REQUEST_NOT_AUTHORIZED.${decision.isUsedUp === true ? 'work' : 'policies'}`);
  const complete = decision.outcome === 'OUTCOME_ALLOW';
  const result = complete
    ? await handler.handle(contextOf(engine, { store, caller, now }, prepared), intent.parameters)
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
