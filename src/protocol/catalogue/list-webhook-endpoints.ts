import { z } from 'zod';
import { query } from './operation.ts';
import { webhookEndpoint } from './webhook-fields.ts';

/** Specification, "list_webhook_endpoints". */
export const listWebhookEndpoints = query({
  path: 'list_webhook_endpoints',
  summary: 'List webhook endpoints',
  parameters: z.strictObject({}),
  output: z.looseObject({ webhookEndpoints: z.array(webhookEndpoint) }),
});
