import { deleteWebhookEndpoint as operation } from '../../protocol/catalogue/delete-webhook-endpoint.ts';
import { effect } from '../activities/effect.ts';
import { deleteWebhookEndpointRow } from '../storage/webhook-endpoints.ts';
import { existingWebhookEndpoint } from './webhook-endpoint-record.ts';

export const deleteWebhookEndpoint = effect(operation, async ({ store, caller }, { endpointId }) => {
  const { id } = await existingWebhookEndpoint(store, caller.organizationId, endpointId);
  await deleteWebhookEndpointRow(store, caller.organizationId, id);
  return { endpointId: id };
});
