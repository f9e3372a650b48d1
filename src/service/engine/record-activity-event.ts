import { randomUUID } from 'node:crypto';
import { activityRecord, NO_PERMISSIONS } from './record.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import { listRows } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { insertWebhookEvent } from '../webhooks/store.ts';
import { deadlineOf } from '../webhooks/schedule.ts';
import { isSubscribed } from '../webhooks/subscribed.ts';

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
