import type { WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';

/** The published event types (specification, "Events"; PROTOCOL.md, section 8). Which of them fire: docs/decisions/061. */
export const WEBHOOK_EVENT_TYPES = [
  'ACTIVITY_UPDATES',
  'BALANCE_CONFIRMED_UPDATES',
  'BALANCE_FINALIZED_UPDATES',
  'SEND_TRANSACTION_STATUS_UPDATES',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** A subscription of an endpoint, as it was asked for. */
export type Subscription = NonNullable<WebhookEndpoint['subscriptions']>[number];
