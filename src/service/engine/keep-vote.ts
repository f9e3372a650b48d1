import { randomUUID } from 'node:crypto';
import { activityValues } from '#protocol/policies/activity-values.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Decision } from '#protocol/policies/decide.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import { insertEvaluation } from '../storage/policy-evaluations.ts';
import { listRows } from '../storage/rows.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { insertWebhookEvent } from '../webhooks/store.ts';
import { deadlineOf } from '../webhooks/delivery-store.ts';
import { isSubscribed } from '../webhooks/subscriptions.ts';
import { NO_PERMISSIONS, activityRecord } from './records.ts';
import { userRecord } from './user-records.ts';

/**
 * Puts an `ACTIVITY_UPDATES` event into the outbox of every endpoint that is to be told of how an activity stands now:
 * in the transaction that changes it, so that neither is kept without the other. The body is the activity as responses
 * show it (PROTOCOL.md, section 8); nobody asks, so nobody has a say.
 */
export async function recordActivityEvent(store: Store, found: ActivityWithVotes): Promise<void> {
  const { organization_id: organizationId, type, updated_at: now } = found.activity;
  const endpoints = await listRows(store, 'webhook_endpoint', organizationId);
  if (endpoints.length === 0) return;

  const record = activityRecord(found, NO_PERMISSIONS);
  const { resource, action, kind } = activityValues(type, {});
  const facts = { ...record, resource, action, kind };
  const told = endpoints.filter((endpoint) => isSubscribed(endpoint, 'ACTIVITY_UPDATES', facts));
  if (told.length === 0) return;
  await insertWebhookEvent(
    store,
    {
      id: randomUUID(),
      organization_id: organizationId,
      event_type: 'ACTIVITY_UPDATES',
      body: JSON.stringify(record),
      created_at: now,
    },
    told.map(({ id }) => id),
    deadlineOf(now),
  );
}

/** Keeps what the policies said at a vote; where none was asked, there is nothing to keep. */
export async function keepEvaluation(
  store: Store,
  vote: VoteRow,
  { policies }: Decision,
  organizationId: string,
): Promise<void> {
  if (policies.length === 0) return;
  await insertEvaluation(store, vote, organizationId, policies);
}

/** An authenticated vote: whose, on the exact text that was stamped. */
export interface VoteInput {
  readonly caller: Caller;
  readonly message: string;
  readonly selection: VoteRow['selection'];
}

/** A vote as it is kept; its user is shown as of now. */
export async function voteRow(
  store: Store,
  activityId: string,
  { caller, message, selection }: VoteInput,
  now: number,
): Promise<VoteRow> {
  const user = await userRecord(store, caller.organizationId, caller.userId);
  return {
    id: randomUUID(),
    activity_id: activityId,
    user_id: caller.userId,
    user: JSON.stringify(user),
    selection,
    message,
    public_key: caller.stamp.publicKey,
    signature: caller.stamp.signature,
    scheme: caller.stamp.scheme,
    created_at: now,
  };
}
