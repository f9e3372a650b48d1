import { z } from 'zod';
import { name } from './fields.ts';
import { submit } from './operation.ts';
import { webhookEndpoint, webhookSubscription, webhookUrl } from './webhook-fields.ts';

/** Specification, "create_webhook_endpoint". */
export const createWebhookEndpoint = submit({
  path: 'create_webhook_endpoint',
  type: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT',
  intent: 'createWebhookEndpointIntent',
  result: 'createWebhookEndpointResult',
  effect: 'write',
  summary: 'Create a webhook endpoint',
  parameters: z.strictObject({
    url: webhookUrl(),
    name: name('Name'),
    subscriptions: z.array(webhookSubscription).max(20).meta({ label: 'Subscriptions' }).nullish(),
  }),
  output: z.looseObject({ endpointId: z.string(), webhookEndpoint }),
});
