import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createWebhookEndpoint as operation } from '../../protocol/catalogue/webhooks.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { insertWebhookEndpoint, webhookEndpointsOf } from '../storage/webhook-endpoints.ts';
import { faultOfDestination } from '../webhooks/destination.ts';
import { WEBHOOK_EVENT_TYPES, type Subscription } from '../webhooks/event-types.ts';
import { readFilters } from '../webhooks/filters.ts';
import { webhookEndpointRecord } from './webhook-endpoint-record.ts';

type Wanted = NonNullable<z.output<typeof operation.parameters>['subscriptions']>[number];

/** Every change of an activity looks through all endpoints of its organization. */
const MOST_ENDPOINTS = 100;

export const createWebhookEndpoint = submitHandler(
  operation,
  async ({ store, caller, now, allowPrivateWebhooks }, { url, name, subscriptions }) => {
    const fault = faultOfDestination(url, allowPrivateWebhooks);
    if (fault !== undefined) throw invalidField('parameters.url', fault);
    if ((await webhookEndpointsOf(store, caller.organizationId)).length >= MOST_ENDPOINTS)
      throw invalidField('parameters', `an organization has at most ${MOST_ENDPOINTS} webhook endpoints`);
    const row = {
      id: randomUUID(),
      organization_id: caller.organizationId,
      url,
      name,
      is_active: 1,
      subscriptions: JSON.stringify((subscriptions ?? []).map(checked)),
      created_at: now,
      updated_at: now,
    };
    await insertWebhookEndpoint(store, row);
    return { endpointId: row.id, webhookEndpoint: webhookEndpointRecord(row) };
  },
);

function checked({ eventType, filtersJson, isActive }: Wanted, index: number): Subscription {
  const field = `parameters.subscriptions.${index}`;
  if (!WEBHOOK_EVENT_TYPES.some((known) => known === eventType))
    throw invalidField(`${field}.eventType`, `must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}`);
  if (typeof filtersJson === 'string') {
    const filters = readFilters(filtersJson);
    if (typeof filters === 'string') throw invalidField(`${field}.filtersJson`, filters);
  }
  return {
    eventType,
    ...(typeof filtersJson === 'string' ? { filtersJson } : {}),
    isActive: isActive ?? true,
  };
}
