import type { WebhookEndpointRow } from '../storage/integrations-schema.ts';
import { allWhere, deleteRow, replaceRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';

/** What `is_active` says of an endpoint that is gone for everybody, while its deliveries are taken away. */
const DELETED = 2;

/** So many deliveries go at once: one that was given up has 150 attempts in its log. */
const DELETED_AT_ONCE = 50;

/** Whether an endpoint is there for nobody any more. */
export const isDeleted = ({ is_active }: WebhookEndpointRow): boolean => is_active === DELETED;

/** Deletes an endpoint. One with many deliveries is only marked: they go part after part, so that nobody waits for all. */
export async function deleteEndpoint(store: Store, row: WebhookEndpointRow): Promise<void> {
  const beyond = await store
    .selectFrom('webhook_delivery')
    .select('sequence')
    .where('endpoint_id', '=', row.id)
    .limit(1)
    .offset(DELETED_AT_ONCE)
    .executeTakeFirst();
  if (beyond === undefined) await deleteRow(store, 'webhook_endpoint', row.organization_id, row.id);
  else
    await replaceRow(store, 'webhook_endpoint', {
      ...row,
      ...{ is_active: DELETED, url: '', name: '', subscriptions: '[]' },
    });
}

/** The endpoints that are gone but for their deliveries. */
export const deletedEndpoints = (store: Store): Promise<WebhookEndpointRow[]> =>
  allWhere(store, 'webhook_endpoint', { is_active: DELETED });

/**
 * Takes away what is left of deleted endpoints, each part a unit of its own; what the service's end leaves goes after the next start.
 * @param goesOn asked before each part
 */
export async function forgetDeletedEndpoints(
  store: Store,
  writer: Writer,
  goesOn: () => boolean,
): Promise<void> {
  for (const row of await deletedEndpoints(store)) {
    const scope = { organizationId: row.organization_id, effect: 'decides' } as const;
    let isLeft = true;
    while (isLeft && goesOn()) isLeft = await writer.write((unit) => forgetPart(unit, row), scope);
  }
}

/** @returns whether there is more */
async function forgetPart(store: Store, { id, organization_id }: WebhookEndpointRow): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('webhook_delivery')
    .where('sequence', 'in', (some) =>
      some
        .selectFrom('webhook_delivery')
        .select('sequence')
        .where('endpoint_id', '=', id)
        .limit(DELETED_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows >= BigInt(DELETED_AT_ONCE)) return true;
  await deleteRow(store, 'webhook_endpoint', organization_id, id);
  return false;
}
