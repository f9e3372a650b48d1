import type { Caller } from '../authentication/caller.ts';
import { ServiceError } from '../errors.ts';
import type { Decision } from '#protocol/policies/decide.ts';
import { findRow } from '../storage/rows.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { inSavepoint } from '../storage/writer.ts';
import { proofsFor } from './app-proofs.ts';
import { type Engine, contextOf } from './engine.ts';
import { engineError } from './errors.ts';
import type { Prepared } from './operation-handler.ts';
import type { Proposal } from './proposal.ts';

/** Does what was agreed on, in the name of the user who asked for it; what the service refuses now, failed. */
async function carryOut(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  { handler, parameters, votes, prepared }: Proposal & { readonly prepared: Prepared | undefined },
): Promise<ActivityRow> {
  const caller = requesterOf(activity, votes);
  const context = contextOf(engine, { store, caller, now: activity.updated_at }, prepared);
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
export function requesterOf(activity: ActivityRow, [first]: readonly VoteRow[]): Caller {
  if (first === undefined) throw new Error('An activity has the vote of the user who asked for it.');
  const { user_id: userId, public_key: publicKey, scheme, signature } = first;
  return { organizationId: activity.organization_id, userId, stamp: { publicKey, scheme, signature } };
}

function failureOf(error: ServiceError): object {
  const { code, message, details } = error.body();
  return { code, message, details };
}

const requesterGone = (): ServiceError => engineError('NOT_FOUND.requester');

/** A vote that counts, what is decided with it, and on what. */
export interface Weighed {
  readonly row: VoteRow;
  readonly proposal: Proposal;
  readonly decision: Decision;
}

/** The activity after a vote: carried out, rejected, or as open as before. */
export async function settle(
  engine: Engine,
  store: Store,
  activity: ActivityRow,
  { row, proposal, prepared, decision: { outcome } }: Weighed & { readonly prepared: Prepared | undefined },
): Promise<ActivityRow> {
  if (outcome === 'OUTCOME_REJECTED') return { ...activity, status: 'ACTIVITY_STATUS_REJECTED' };
  // Only an approval has a request carried out: what a rejection leaves allowed waits for the next one.
  const approves = row.selection === 'VOTE_SELECTION_APPROVED';
  if (!approves || outcome === 'OUTCOME_REQUIRES_CONSENSUS') return activity;
  if (outcome !== 'OUTCOME_ALLOW') throw engineError('REQUEST_NOT_AUTHORIZED.policies');
  return await carryOut(engine, store, activity, { ...proposal, prepared });
}
