import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as webhooks from '#protocol/catalogue/webhooks.ts';
import type { WebhookEndpoint, createWebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { notFound, requireRow } from '../../engine/requirements.ts';
import { invalidField } from '../../errors.ts';
import type { WebhookEndpointRow } from '../../storage/integrations-schema.ts';
import { insertRow, listRows, replaceRow } from '../../storage/rows.ts';
import type { Caller } from '../../authentication/caller.ts';
import type { Store } from '../../storage/store.ts';
import { deleteEndpoint, isDeleted } from '../../webhooks/deleted-endpoints.ts';
import { faultOfDestination } from '../../webhooks/post.ts';
import { replayDeliveries } from '../../webhooks/store.ts';
import { deadlineOf } from '../../webhooks/delivery-store.ts';
import { type Subscription, readFilters, subscriptionsOf } from '../../webhooks/subscriptions.ts';
import { featureError } from '../errors.ts';

type Wanted = NonNullable<z.output<typeof createWebhookEndpoint.parameters>['subscriptions']>[number];

/** Every change of an activity looks through all endpoints of its organization. */
const MOST_ENDPOINTS = 100;
/** A change of any user, key or policy has the filters of all endpoints parsed again. */
const MOST_FILTERS = 16 * 1024;

export const webhookHandlers = handlersOf(webhooks, {
  createWebhookEndpoint: async (
    { store, caller, now, allowPrivateWebhooks },
    { url, name, subscriptions },
  ) => {
    const fault = faultOfDestination(url, allowPrivateWebhooks);
    if (fault !== undefined) throw invalidField('parameters.url', fault);
    if ((await endpointsOf(store, caller)).length >= MOST_ENDPOINTS)
      throw featureError('REQUEST_INVALID.webhookEndpoints', { field: 'parameters', most: MOST_ENDPOINTS });
    requireModestFilters(subscriptions ?? []);
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
    await insertRow(store, 'webhook_endpoint', row);
    return { endpointId: row.id, webhookEndpoint: webhookEndpointRecord(row) };
  },

  updateWebhookEndpoint: async (
    { store, caller, now, allowPrivateWebhooks },
    { endpointId, url, name, isActive },
  ) => {
    const fault = typeof url === 'string' ? faultOfDestination(url, allowPrivateWebhooks) : undefined;
    if (fault !== undefined) throw invalidField('parameters.url', fault);
    const row = await requireEndpoint(store, caller, endpointId);
    const changed = {
      ...row,
      url: url ?? row.url,
      name: name ?? row.name,
      is_active: Number(isActive ?? row.is_active === 1),
      updated_at: now,
    };
    await replaceRow(store, 'webhook_endpoint', changed);
    // Whoever says that an endpoint is active says that it takes deliveries again (docs/decisions/062).
    if (isActive === true) await replayDeliveries(store, row.id, { now, deadlineAt: deadlineOf(now) });
    return { endpointId: row.id, webhookEndpoint: webhookEndpointRecord(changed) };
  },

  deleteWebhookEndpoint: async ({ store, caller }, { endpointId }) => {
    const row = await requireEndpoint(store, caller, endpointId);
    await deleteEndpoint(store, row);
    return { endpointId: row.id };
  },

  listWebhookEndpoints: async ({ store, caller }) => {
    const endpoints = await endpointsOf(store, caller);
    return { webhookEndpoints: endpoints.map(webhookEndpointRecord) };
  },
});

const endpointsOf = async (store: Store, { organizationId }: Caller): Promise<WebhookEndpointRow[]> =>
  (await listRows(store, 'webhook_endpoint', organizationId)).filter((row) => !isDeleted(row));

/** @throws ServiceError NOT_FOUND */
async function requireEndpoint(store: Store, caller: Caller, id: string): Promise<WebhookEndpointRow> {
  const row = await requireRow({ store, caller }, 'webhook_endpoint', id);
  if (isDeleted(row)) throw notFound('webhook endpoint', id);
  return row;
}

/** The endpoint as results and queries show it. */
const webhookEndpointRecord = (row: WebhookEndpointRow): WebhookEndpoint => ({
  endpointId: row.id,
  organizationId: row.organization_id,
  url: row.url,
  name: row.name,
  isActive: row.is_active === 1,
  subscriptions: subscriptionsOf(row),
});

function requireModestFilters(subscriptions: readonly Wanted[]): void {
  const characters = subscriptions.reduce((sum, { filtersJson }) => sum + (filtersJson?.length ?? 0), 0);
  if (characters > MOST_FILTERS)
    throw featureError('REQUEST_INVALID.webhookFilters', {
      field: 'parameters.subscriptions',
      most: MOST_FILTERS,
    });
}

function checked({ eventType, filtersJson, isActive }: Wanted, index: number): Subscription {
  const field = `parameters.subscriptions.${index}`;
  if (!webhooks.WEBHOOK_EVENT_TYPES.some((known) => known === eventType))
    throw featureError('REQUEST_INVALID.webhookEvent', {
      field: `${field}.eventType`,
      types: webhooks.WEBHOOK_EVENT_TYPES.join(', '),
    });
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
