import { deleteWebhookEndpoint as operation } from '../../protocol/catalogue/webhooks.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteWebhookEndpointRow } from '../storage/webhook-endpoints.ts';
import { existingWebhookEndpoint } from './webhook-endpoint-record.ts';

export const deleteWebhookEndpoint = submitHandler(operation, async ({ store, caller }, { endpointId }) => {
  const { id } = await existingWebhookEndpoint(store, caller.organizationId, endpointId);
  await deleteWebhookEndpointRow(store, caller.organizationId, id);
  return { endpointId: id };
});
