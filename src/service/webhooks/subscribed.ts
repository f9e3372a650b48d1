import type { WebhookEndpointRow } from '../storage/webhooks-schema.ts';
import type { Subscription, WebhookEventType } from './event-types.ts';
import { passesFilters, readFilters } from './filters.ts';

/** The subscriptions of an endpoint, as they were asked for. */
export const subscriptionsOf = (endpoint: WebhookEndpointRow): Subscription[] =>
  JSON.parse(endpoint.subscriptions) as Subscription[];

/**
 * Whether an endpoint is to be told of an event: it is active, and one of its active subscriptions names the event's type
 * and lets it pass.
 * @param facts what filters can name
 */
export function isSubscribed(
  endpoint: WebhookEndpointRow,
  eventType: WebhookEventType,
  facts: Readonly<Record<string, unknown>>,
): boolean {
  if (endpoint.is_active === 0) return false;
  return subscriptionsOf(endpoint).some((subscription) => {
    if (subscription.eventType !== eventType || subscription.isActive === false) return false;
    if (typeof subscription.filtersJson !== 'string') return true;
    const filters = readFilters(subscription.filtersJson);
    return typeof filters !== 'string' && passesFilters(filters, facts);
  });
}
