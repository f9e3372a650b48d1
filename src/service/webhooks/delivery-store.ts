import type { WebhookAttemptRow } from '../storage/integrations-schema.ts';
import { firstWhere, hasWhere, insertRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

const FIRST_WAIT_MS = 1000;
/** No pause between two attempts is longer. */
export const LONGEST_WAIT_MS = 10 * 60 * 1000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000;

/** When a delivery that begins at `now` is given up. */
export const deadlineOf = (now: number): number => now + GIVE_UP_AFTER_MS;

/**
 * How long to wait after an attempt failed: twice as long each time, up to ten minutes, of which a random half is left
 * out, so that endpoints that fail together do not come back together.
 * @param attempts how many have failed, 1 or more
 * @param random from 0 to below 1
 */
export function waitAfter(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT_MS);
  return Math.round(wait / 2 + (wait / 2) * random);
}

/** The delivery that an endpoint is to get next, and all that is sent but its body. Times in milliseconds since the epoch. */
export interface NextDelivery {
  readonly sequence: number;
  readonly endpointId: string;
  readonly url: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly organizationId: string;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  readonly deadlineAt: number;
}

/**
 * The oldest undelivered event of each active endpoint, those that are due first. It is asked after each commit, and a body can have
 * megabytes: `bodyOfEvent` reads it for the attempt alone.
 */
export async function nextDeliveries(store: Store): Promise<NextDelivery[]> {
  // Asked after each commit, most of which are of a service without an endpoint.
  if (!(await hasWhere(store, 'webhook_endpoint', { is_active: 1 }))) return [];
  return await store
    .selectFrom('webhook_endpoint as endpoint')
    .innerJoin('webhook_delivery as delivery', (join) =>
      join.on('delivery.sequence', '=', (on) =>
        on
          .selectFrom('webhook_delivery as waiting')
          .select(({ fn }) => fn.min('waiting.sequence').as('first'))
          .whereRef('waiting.endpoint_id', '=', 'endpoint.id')
          .where('waiting.state', '=', 'pending'),
      ),
    )
    .innerJoin('webhook_event as event', 'event.id', 'delivery.event_id')
    .where('endpoint.is_active', '=', 1)
    .select([
      'delivery.sequence',
      'endpoint.id as endpointId',
      'endpoint.url',
      'event.id as eventId',
      'event.event_type as eventType',
      'event.organization_id as organizationId',
      'delivery.attempts',
      'delivery.next_attempt_at as nextAttemptAt',
      'delivery.deadline_at as deadlineAt',
    ])
    .orderBy('delivery.next_attempt_at')
    .orderBy('delivery.sequence')
    .execute();
}

/** The body of an event, in the neutral form; undefined where it is gone, as its endpoint is. */
export async function bodyOfEvent(store: Store, eventId: string): Promise<string | undefined> {
  return (await firstWhere(store, 'webhook_event', { id: eventId }))?.body;
}

/** How a delivery stands after an attempt. */
export type AfterAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'dead'; readonly reason: string }
  | { readonly state: 'pending'; readonly nextAttemptAt: number };

/**
 * Writes an attempt into the log, and how the delivery stands after it. Nothing where the delivery is gone with its
 * endpoint; the log alone where it began again meanwhile, perhaps for another place.
 * @param read the delivery's end as it was read before the attempt
 */
export async function recordAttempt(
  store: Store,
  attempt: WebhookAttemptRow,
  after: AfterAttempt,
  read: Pick<NextDelivery, 'deadlineAt'>,
): Promise<void> {
  const settledAt = attempt.started_at + attempt.duration_ms;
  const { numUpdatedRows } = await store
    .updateTable('webhook_delivery')
    .set((row) => ({
      state: after.state,
      attempts: row('attempts', '+', 1),
      reason: after.state === 'dead' ? after.reason : null,
      settled_at: after.state === 'pending' ? null : settledAt,
      ...(after.state === 'pending' ? { next_attempt_at: after.nextAttemptAt } : {}),
    }))
    .where('sequence', '=', attempt.delivery_sequence)
    .where('deadline_at', '=', read.deadlineAt)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n || (await isKept(store, attempt)))
    await insertRow(store, 'webhook_attempt', attempt);
}

async function isKept(store: Store, { delivery_sequence: sequence }: WebhookAttemptRow): Promise<boolean> {
  const found = await store
    .selectFrom('webhook_delivery')
    .select('sequence')
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return found !== undefined;
}
