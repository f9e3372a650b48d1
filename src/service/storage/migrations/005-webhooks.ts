import type { Migration } from '#storage/migrate.ts';

/** Endpoints, the outbox (events and their deliveries), the log of attempts, and the keys that sign them. */
export const webhooks: Migration = {
  name: '005-webhooks',
  statements: ({ text, integer, bytes, sequence, end, endNumbered }) => [
    `CREATE TABLE webhook_endpoint (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      url ${text} NOT NULL,
      name ${text} NOT NULL,
      is_active ${integer} NOT NULL,
      subscriptions ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL
    ${end}`,
    'CREATE INDEX webhook_endpoint_organization ON webhook_endpoint (organization_id, created_at)',
    // The body is kept as the bytes that are sent: each attempt signs and sends the same.
    `CREATE TABLE webhook_event (
      id ${text} PRIMARY KEY,
      organization_id ${text} NOT NULL REFERENCES organization (id),
      event_type ${text} NOT NULL,
      body ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end}`,
    // The sequence is the order of delivery within an endpoint; a number is never given twice.
    `CREATE TABLE webhook_delivery (
      sequence ${sequence},
      endpoint_id ${text} NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
      event_id ${text} NOT NULL REFERENCES webhook_event (id),
      state ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      next_attempt_at ${integer} NOT NULL,
      deadline_at ${integer} NOT NULL,
      reason ${text},
      settled_at ${integer}
    ${endNumbered}`,
    `CREATE INDEX webhook_delivery_pending ON webhook_delivery (endpoint_id, sequence) WHERE state = 'pending'`,
    `CREATE INDEX webhook_delivery_settled ON webhook_delivery (state, settled_at) WHERE state <> 'pending'`,
    'CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id)',
    'CREATE INDEX webhook_delivery_event ON webhook_delivery (event_id)',
    `CREATE TABLE webhook_attempt (
      delivery_sequence ${integer} NOT NULL REFERENCES webhook_delivery (sequence) ON DELETE CASCADE,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      url ${text} NOT NULL,
      address ${text},
      key_id ${text} NOT NULL,
      http_status ${integer},
      fault ${text}
    ${end}`,
    'CREATE INDEX webhook_attempt_delivery ON webhook_attempt (delivery_sequence)',
    `CREATE TABLE webhook_key (
      id ${text} PRIMARY KEY,
      public_key ${text} NOT NULL,
      sealed_key ${bytes} NOT NULL,
      signs_from ${integer} NOT NULL
    ${end}`,
  ],
};
