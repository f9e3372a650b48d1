import type { Store } from './store.ts';
import type { WebhookEndpointRow } from './webhooks-schema.ts';

export async function insertWebhookEndpoint(store: Store, row: WebhookEndpointRow): Promise<void> {
  await store.insertInto('webhook_endpoint').values(row).execute();
}

/** Writes what may change about an endpoint: its URL, its name, whether it is active. */
export async function updateWebhookEndpointRow(store: Store, row: WebhookEndpointRow): Promise<void> {
  const { url, name, is_active, updated_at } = row;
  await store
    .updateTable('webhook_endpoint')
    .set({ url, name, is_active, updated_at })
    .where('id', '=', row.id)
    .where('organization_id', '=', row.organization_id)
    .execute();
}

/** Deletes an endpoint, and with it its deliveries and their log. */
export async function deleteWebhookEndpointRow(
  store: Store,
  organizationId: string,
  id: string,
): Promise<void> {
  await store
    .deleteFrom('webhook_endpoint')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute();
}

/** The endpoint of an id within an organization, or undefined. */
export const findWebhookEndpoint = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> =>
  store
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** The endpoints of an organization, oldest first. */
export const webhookEndpointsOf = (store: Store, organizationId: string): Promise<WebhookEndpointRow[]> =>
  store
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
