import { setImmediate } from 'node:timers/promises';
import type { WebhookEventRow, WebhookKeyRow } from '../storage/integrations-schema.ts';
import { insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { type Writer, noteNews } from '../storage/writer.ts';

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

/** So many are forgotten at once: one that was given up has 150 attempts in its log, an event a body of megabytes. */
const FORGOTTEN_AT_ONCE = 50;
/** So many events are looked at in a turn. */
const LOOKED_AT_ONCE = 500;

/**
 * Forgets deliveries that were settled before a time, with their log, and events that nothing refers to any more. Part after part,
 * each a unit of its own, so that nobody waits for all; what the service's end leaves is forgotten after the next start.
 * @param goesOn asked before each part
 */
export async function pruneDeliveries(
  store: Store,
  writer: Writer,
  before: { readonly delivered: number; readonly dead: number },
  goesOn: () => boolean,
): Promise<void> {
  for (const state of ['delivered', 'dead'] as const) {
    for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE && goesOn();)
      forgotten = await writer.write((unit) => forgetDeliveries(unit, state, before[state]));
  }
  let last = '';
  while (goesOn()) {
    const events = await store
      .selectFrom('webhook_event')
      .select((event) => [
        'id',
        event
          .exists(
            event
              .selectFrom('webhook_delivery')
              .select('sequence')
              .whereRef('event_id', '=', 'webhook_event.id'),
          )
          .as('isKept'),
      ])
      .where('id', '>', last)
      .orderBy('id')
      .limit(LOOKED_AT_ONCE)
      .execute();
    // What has none has none later: an event comes with its deliveries.
    const left = events.filter(({ isKept }) => !isKept).map(({ id }) => id);
    for (let at = 0; at < left.length && goesOn(); at += FORGOTTEN_AT_ONCE)
      await writer.write((unit) =>
        unit
          .deleteFrom('webhook_event')
          .where('id', 'in', left.slice(at, at + FORGOTTEN_AT_ONCE))
          .execute(),
      );
    const end = events.at(-1);
    if (end === undefined) return;
    last = end.id;
    await setImmediate();
  }
}

/** @returns how many were forgotten */
async function forgetDeliveries(store: Store, state: 'delivered' | 'dead', before: number): Promise<number> {
  const { numDeletedRows } = await store
    .deleteFrom('webhook_delivery')
    .where('sequence', 'in', (settled) =>
      settled
        .selectFrom('webhook_delivery')
        .select('sequence')
        .where('state', '=', state)
        // As the index says it: without that it serves no such statement.
        .where('state', '<>', 'pending')
        .where('settled_at', '<', before)
        .orderBy('settled_at')
        .limit(FORGOTTEN_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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
