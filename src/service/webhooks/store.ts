import type { WebhookEventRow, WebhookKeyRow } from '../storage/integrations-schema.ts';
import { insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { noteNews } from '../storage/writer.ts';

/** All keys that are kept, in the order in which they sign. */
export const webhookKeyRows = (store: Store): Promise<WebhookKeyRow[]> =>
  store.selectFrom('webhook_key').selectAll().orderBy('signs_from').orderBy('id').execute();

/** Puts an event into the outbox, with a delivery to each endpoint. */
export async function insertWebhookEvent(
  store: Store,
  event: WebhookEventRow,
  endpointIds: readonly string[],
  deadlineAt: number,
): Promise<void> {
  noteNews(store);
  await insertRow(store, 'webhook_event', event);
  const deliveries = endpointIds.map((endpointId) => ({
    endpoint_id: endpointId,
    event_id: event.id,
    state: 'pending' as const,
    attempts: 0,
    next_attempt_at: event.created_at,
    deadline_at: deadlineAt,
    reason: null,
    settled_at: null,
  }));
  await store.insertInto('webhook_delivery').values(deliveries).execute();
}

/** Lets everything that an endpoint has not taken begin again, dead letters too, in the order of the events. */
export async function replayDeliveries(
  store: Store,
  endpointId: string,
  times: { readonly now: number; readonly deadlineAt: number },
): Promise<void> {
  await store
    .updateTable('webhook_delivery')
    .set({
      state: 'pending',
      attempts: 0,
      next_attempt_at: times.now,
      deadline_at: times.deadlineAt,
      reason: null,
      settled_at: null,
    })
    .where('endpoint_id', '=', endpointId)
    .where('state', '<>', 'delivered')
    .execute();
}

/** Forgets deliveries that were settled before a time, with their log, and events that nothing refers to any more. */
export async function pruneDeliveries(
  store: Store,
  before: { readonly delivered: number; readonly dead: number },
): Promise<void> {
  for (const state of ['delivered', 'dead'] as const) {
    await store
      .deleteFrom('webhook_delivery')
      .where('state', '=', state)
      // As the index says it: without that it serves no such statement.
      .where('state', '<>', 'pending')
      .where('settled_at', '<', before[state])
      .execute();
  }
  await store
    .deleteFrom('webhook_event')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('webhook_delivery')
            .select('sequence')
            .whereRef('webhook_delivery.event_id', '=', 'webhook_event.id'),
        ),
      ),
    )
    .execute();
}

/** How many deliveries wait for an attempt, and how many were given up. */
export async function countUnsettled(
  store: Store,
): Promise<{ readonly pending: number; readonly dead: number }> {
  const count = async (state: 'pending' | 'dead'): Promise<number> => {
    const { found } = await store
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll().as('found'))
      .where('state', '=', state)
      .$if(state === 'dead', (settled) => settled.where('state', '<>', 'pending'))
      .executeTakeFirstOrThrow();
    // PostgreSQL counts in 64 bits, which its driver gives as a text.
    return Number(found);
  };
  return { pending: await count('pending'), dead: await count('dead') };
}
