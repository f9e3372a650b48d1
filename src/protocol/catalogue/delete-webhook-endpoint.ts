import { z } from 'zod';
import { submit } from './operation.ts';
import { endpointId } from './webhook-fields.ts';

/** OPERATIONS.md. */
export const deleteWebhookEndpoint = submit({
  path: 'delete_webhook_endpoint',
  type: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT',
  intent: 'deleteWebhookEndpointIntent',
  result: 'deleteWebhookEndpointResult',
  effect: 'destroy',
  summary: 'Delete a webhook endpoint',
  parameters: z.strictObject({ endpointId: endpointId() }),
  output: z.looseObject({ endpointId: z.string() }),
});
