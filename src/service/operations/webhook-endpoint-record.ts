import type { WebhookEndpoint } from '../../protocol/catalogue/webhooks.ts';
import { ServiceError } from '../service-error.ts';
import { findWebhookEndpoint } from '../storage/webhook-endpoints.ts';
import type { Store } from '../storage/store.ts';
import type { WebhookEndpointRow } from '../storage/webhooks-schema.ts';
import { subscriptionsOf } from '../webhooks/subscribed.ts';

/** The endpoint as results and queries show it. */
export const webhookEndpointRecord = (row: WebhookEndpointRow): WebhookEndpoint => ({
  endpointId: row.id,
  organizationId: row.organization_id,
  url: row.url,
  name: row.name,
  isActive: row.is_active === 1,
  subscriptions: subscriptionsOf(row),
});

/** The endpoint of an id within an organization. @throws ServiceError NOT_FOUND */
export async function existingWebhookEndpoint(
  store: Store,
  organizationId: string,
  id: string,
): Promise<WebhookEndpointRow> {
  const row = await findWebhookEndpoint(store, organizationId, id);
  if (row !== undefined) return row;
  throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no webhook endpoint found with the ID ${id}`);
}
