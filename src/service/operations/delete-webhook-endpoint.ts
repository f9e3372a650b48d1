import { deleteWebhookEndpoint as operation } from '../../protocol/catalogue/webhooks.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { existingWebhookEndpoint } from './webhook-endpoint-record.ts';
import { deleteRow } from '../storage/rows.ts';

export const deleteWebhookEndpoint = submitHandler(operation, async ({ store, caller }, { endpointId }) => {
  const { id } = await existingWebhookEndpoint(store, caller.organizationId, endpointId);
  await deleteRow(store, 'webhook_endpoint', caller.organizationId, id);
  return { endpointId: id };
});
