import { listWebhookEndpoints as operation } from '../../protocol/catalogue/webhooks.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { webhookEndpointRecord } from './webhook-endpoint-record.ts';
import { listRows } from '../storage/rows.ts';

export const listWebhookEndpoints = queryHandler(operation, async ({ store, caller }) => {
  const endpoints = await listRows(store, 'webhook_endpoint', caller.organizationId);
  return { webhookEndpoints: endpoints.map(webhookEndpointRecord) };
});
