import { updateWebhookEndpoint as operation } from '../../protocol/catalogue/webhooks.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { replayDeliveries } from '../storage/webhook-deliveries.ts';
import { updateWebhookEndpointRow } from '../storage/webhook-endpoints.ts';
import { faultOfDestination } from '../webhooks/destination.ts';
import { deadlineOf } from '../webhooks/schedule.ts';
import { existingWebhookEndpoint, webhookEndpointRecord } from './webhook-endpoint-record.ts';

export const updateWebhookEndpoint = submitHandler(
  operation,
  async ({ store, caller, now, allowPrivateWebhooks }, { endpointId, url, name, isActive }) => {
    const fault = typeof url === 'string' ? faultOfDestination(url, allowPrivateWebhooks) : undefined;
    if (fault !== undefined) throw invalidField('parameters.url', fault);
    const row = await existingWebhookEndpoint(store, caller.organizationId, endpointId);
    const changed = {
      ...row,
      url: url ?? row.url,
      name: name ?? row.name,
      is_active: Number(isActive ?? row.is_active === 1),
      updated_at: now,
    };
    await updateWebhookEndpointRow(store, changed);
    // Whoever says that an endpoint is active says that it takes deliveries again (docs/decisions/062).
    if (isActive === true) await replayDeliveries(store, row.id, { now, deadlineAt: deadlineOf(now) });
    return { endpointId: row.id, webhookEndpoint: webhookEndpointRecord(changed) };
  },
);
