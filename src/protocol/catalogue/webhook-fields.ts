import { z } from 'zod';
import { id } from './fields.ts';

/** Where deliveries go; whether it may be such a place is the service's to say. */
export const webhookUrl = () =>
  z.string().min(1).max(2048).meta({ label: 'URL', hint: 'https://hooks.example.com/activities' });

/** The endpoint that is meant. */
export const endpointId = () => id('Endpoint', 'webhookEndpoint');

/** What an endpoint is told of (specification, "Webhook endpoint"). `filtersJson` is read as docs/decisions/061 says. */
export const webhookSubscription = z.strictObject({
  eventType: z.string().min(1).max(255).meta({ label: 'Event type', hint: 'ACTIVITY_UPDATES' }),
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
