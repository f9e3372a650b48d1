import { listWebhookEndpoints as operation } from '../../protocol/catalogue/webhooks.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { webhookEndpointsOf } from '../storage/webhook-endpoints.ts';
import { webhookEndpointRecord } from './webhook-endpoint-record.ts';

export const listWebhookEndpoints = queryHandler(operation, async ({ store, caller }) => {
  const endpoints = await webhookEndpointsOf(store, caller.organizationId);
  return { webhookEndpoints: endpoints.map(webhookEndpointRecord) };
});
