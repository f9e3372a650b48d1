import { z } from 'zod';
import { name } from './fields.ts';
import { submit } from './operation.ts';
import { endpointId, webhookEndpoint, webhookUrl } from './webhook-fields.ts';

/** OPERATIONS.md; what is left out stays as it is. */
export const updateWebhookEndpoint = submit({
  path: 'update_webhook_endpoint',
  type: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT',
  intent: 'updateWebhookEndpointIntent',
  result: 'updateWebhookEndpointResult',
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
