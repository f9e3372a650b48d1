import { z } from 'zod';
import type { WEBHOOK_EVENT_TYPES, WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import type { WebhookEndpointRow } from '../storage/integrations-schema.ts';

type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** A subscription of an endpoint, as it was asked for. */
export type Subscription = NonNullable<WebhookEndpoint['subscriptions']>[number];

const scalar = z.union([z.string().max(255), z.number(), z.boolean()]);
const filters = z.record(z.string().min(1).max(255), z.union([scalar, z.array(scalar).min(1).max(50)]));
type Filters = z.output<typeof filters>;

const MOST_MEMBERS = 20;

/**
 * Reads the filter criteria of a subscription: a JSON object that names members of the event, each with the value or the
 * values that it may have (docs/decisions/061).
 * @returns the filters, or in words what is wrong with the text
 */
export function readFilters(text: string): Filters | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'is no JSON';
  }
  // The schema would leave such a member out, and a filter without it lets more through.
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, '__proto__'))
    return 'must have no member __proto__';
  const parsed = filters.safeParse(json);
  if (!parsed.success)
    return 'must be a JSON object; its members hold a text, number or boolean, or a list of them';
  if (Object.keys(parsed.data).length > MOST_MEMBERS) return `must have at most ${MOST_MEMBERS} members`;
  return parsed.data;
}

/**
 * Whether an event passes: each member that the filters name has one of its values. A member that the event does not
 * have passes nothing.
 * @param facts the members that can be named
 */
export function passesFilters(criteria: Filters, facts: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(criteria).every(([name, wanted]) => {
    const value = memberOf(facts, name);
    return Array.isArray(wanted) ? wanted.some((one) => one === value) : wanted === value;
  });
}

/** A member by its name; a dot leads into an object. */
function memberOf(facts: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = facts;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The subscriptions of an endpoint, as they were asked for. */
export const subscriptionsOf = (endpoint: WebhookEndpointRow): Subscription[] =>
  JSON.parse(endpoint.subscriptions) as Subscription[];

/** A subscription that is active, as events are held against it. */
interface Active {
  readonly eventType: string;
  /** Everything passes when undefined. */
  readonly filters: Filters | undefined;
}

/** Every change of an activity asks all endpoints, and their rows stay the same until a row of some kept table changes. */
const activeOf = oncePerObject((endpoint: WebhookEndpointRow): readonly Active[] =>
  subscriptionsOf(endpoint).flatMap(({ eventType, filtersJson, isActive }): Active[] => {
    if (isActive === false) return [];
    if (typeof filtersJson !== 'string') return [{ eventType, filters: undefined }];
    const filters = readFilters(filtersJson);
    return typeof filters === 'string' ? [] : [{ eventType, filters }];
  }),
);

/**
 * Whether an endpoint is to be told of an event: it is active, and one of its active subscriptions names the event's type
 * and lets it pass.
 * @param facts what filters can name
 */
export const isSubscribed = (
  endpoint: WebhookEndpointRow,
  type: WebhookEventType,
  facts: Readonly<Record<string, unknown>>,
): boolean =>
  endpoint.is_active === 1 &&
  activeOf(endpoint).some(
    ({ eventType, filters }) =>
      eventType === type && (filters === undefined || passesFilters(filters, facts)),
  );
