import type { Migration } from '#storage/migrate.ts';

/** Endpoints, the outbox (events and their deliveries), the log of attempts, and the keys that sign them. */
export const webhooks: Migration = {
  name: '005-webhooks',
  statements: [
    `CREATE TABLE webhook_endpoint (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      url TEXT NOT NULL,
      name TEXT NOT NULL,
      is_active INTEGER NOT NULL,
      subscriptions TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`,
    'CREATE INDEX webhook_endpoint_organization ON webhook_endpoint (organization_id, created_at)',
    // The body is kept as the bytes that are sent: each attempt signs and sends the same.
    `CREATE TABLE webhook_event (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL REFERENCES organization (id),
      event_type TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    // The sequence is the order of delivery within an endpoint; a number is never given twice.
    `CREATE TABLE webhook_delivery (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
      event_id TEXT NOT NULL REFERENCES webhook_event (id),
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      next_attempt_at INTEGER NOT NULL,
      deadline_at INTEGER NOT NULL,
      reason TEXT,
      settled_at INTEGER
    ) STRICT`,
    `CREATE INDEX webhook_delivery_pending ON webhook_delivery (endpoint_id, sequence) WHERE state = 'pending'`,
    `CREATE INDEX webhook_delivery_settled ON webhook_delivery (state, settled_at) WHERE state <> 'pending'`,
    'CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id)',
    'CREATE INDEX webhook_delivery_event ON webhook_delivery (event_id)',
    `CREATE TABLE webhook_attempt (
      delivery_sequence INTEGER NOT NULL REFERENCES webhook_delivery (sequence) ON DELETE CASCADE,
      started_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      url TEXT NOT NULL,
      address TEXT,
      key_id TEXT NOT NULL,
      http_status INTEGER,
      fault TEXT
    ) STRICT`,
    'CREATE INDEX webhook_attempt_delivery ON webhook_attempt (delivery_sequence)',
    `CREATE TABLE webhook_key (
      id TEXT PRIMARY KEY,
      public_key TEXT NOT NULL,
      sealed_key BLOB NOT NULL,
      signs_from INTEGER NOT NULL
    ) STRICT`,
  ],
};
