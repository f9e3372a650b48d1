import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit, query } from './operation.ts';

/** The published event types (specification, "Events"; PROTOCOL.md, section 8). Which of them fire: docs/decisions/061. */
export const WEBHOOK_EVENT_TYPES = [
  'ACTIVITY_UPDATES',
  'BALANCE_CONFIRMED_UPDATES',
  'BALANCE_FINALIZED_UPDATES',
  'SEND_TRANSACTION_STATUS_UPDATES',
] as const;

/** Where deliveries go; whether it may be such a place is the service's to say. */
export const webhookUrl = () =>
  z.string().min(1).max(2048).meta({ label: 'URL', hint: 'https://hooks.example.com/activities' });

/** The endpoint that is meant. */
export const endpointId = () => id('Endpoint', 'webhookEndpoint');

/** What an endpoint is told of (specification, "Webhook endpoint"). `filtersJson` is read as docs/decisions/061 says. */
export const webhookSubscription = z.strictObject({
  eventType: z.string().min(1).max(255).meta({ label: 'Event type', control: 'eventType' }),
  filtersJson: z.string().max(4096).meta({ label: 'Filters', control: 'text' }).nullish(),
  isActive: z.boolean().meta({ label: 'Active' }).nullish(),
});

/** An endpoint as results and queries show it (specification, "Webhook endpoint"; OPERATIONS.md, v1WebhookEndpointData). */
export const webhookEndpoint = z.looseObject({
  endpointId: z.string(),
  organizationId: z.string(),
  url: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  subscriptions: z
    .array(
      z.looseObject({
        eventType: z.string(),
        filtersJson: z.string().nullish(),
        isActive: z.boolean().nullish(),
      }),
    )
    .nullish(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** Specification, "create_webhook_endpoint". */
export const createWebhookEndpoint = submit({
  path: 'create_webhook_endpoint',
  effect: 'write',
  summary: 'Create a webhook endpoint',
  parameters: z.strictObject({
    url: webhookUrl(),
    name: name('Name'),
    subscriptions: z.array(webhookSubscription).max(20).meta({ label: 'Subscriptions' }).nullish(),
  }),
  output: z.looseObject({ endpointId: z.string(), webhookEndpoint }),
});

/** OPERATIONS.md; what is left out stays as it is. */
export const updateWebhookEndpoint = submit({
  path: 'update_webhook_endpoint',
  effect: 'write',
  summary: 'Change a webhook endpoint',
  parameters: z.strictObject({
    endpointId: endpointId(),
    url: webhookUrl().nullish(),
    name: name('Name').nullish(),
    isActive: z.boolean().meta({ label: 'Active' }).nullish(),
  }),
  output: z.looseObject({ endpointId: z.string(), webhookEndpoint }),
});

/** OPERATIONS.md. */
export const deleteWebhookEndpoint = submit({
  path: 'delete_webhook_endpoint',
  effect: 'destroy',
  summary: 'Delete a webhook endpoint',
  parameters: z.strictObject({ endpointId: endpointId() }),
  output: z.looseObject({ endpointId: z.string() }),
});

/** Specification, "list_webhook_endpoints". */
export const listWebhookEndpoints = query({
  path: 'list_webhook_endpoints',
  summary: 'List webhook endpoints',
  parameters: z.strictObject({}),
  output: z.looseObject({ webhookEndpoints: z.array(webhookEndpoint) }),
});
