import type { Lookup } from '../oidc/identify.ts';
import { findActivityByFingerprint } from '../storage/activities.ts';
import type { Engine } from './engine.ts';
import { firstDecision, type Intent } from './perform.ts';
import { voteRow, type VoteInput } from './vote-row.ts';
import { weigh } from './vote.ts';

/**
 * Asks the network what the effect of a request has to know, before the transaction that carries it out. Nobody is asked
 * for a request that would not be carried out at once: whoever may not do it cannot make the service knock at a host.
 * @throws ServiceError as `perform`; UNAVAILABLE for what cannot be had
 */
export async function prepareIntent(engine: Engine, lookup: Lookup, intent: Intent): Promise<void> {
  const { effect, caller, fingerprint, message, parameters } = intent;
  if (effect.prepare === undefined) return;
  const { store, organizationId } = lookup;
  const cast: VoteInput = { caller, message, selection: 'VOTE_SELECTION_APPROVED' };
  if ((await findActivityByFingerprint(store, organizationId, fingerprint)) !== undefined) {
    await prepareVote(engine, lookup, cast, fingerprint);
    return;
  }
  const now = engine.now();
  const vote = await voteRow(store, '', cast, now);
  const { outcome } = await firstDecision(store, intent, vote, now);
  if (outcome === 'OUTCOME_ALLOW') await effect.prepare(lookup, parameters);
}

/**
 * The same for the vote that would set off an effect.
 * @throws ServiceError as `vote`; UNAVAILABLE for what cannot be had
 */
export async function prepareVote(
  engine: Engine,
  lookup: Lookup,
  cast: VoteInput,
  fingerprint: string,
): Promise<void> {
  if (cast.selection !== 'VOTE_SELECTION_APPROVED') return;
  const found = await findActivityByFingerprint(lookup.store, lookup.organizationId, fingerprint);
  if (found?.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return;
  if (engine.effectOf(found.activity.type)?.prepare === undefined) return;
  const weighed = await weigh(engine, lookup.store, found, cast, engine.now());
  if (weighed?.decision.outcome !== 'OUTCOME_ALLOW') return;
  const { effect, parameters } = weighed.matter;
  await effect.prepare?.(lookup, parameters);
}
