import type { Generated } from 'kysely';

export interface WebhookEndpointRow {
  id: string;
  organization_id: string;
  url: string;
  name: string;
  is_active: number;
  /** JSON text: what the endpoint's maker wrote, in order. */
  subscriptions: string;
  created_at: number;
  updated_at: number;
}

export interface WebhookEventRow {
  id: string;
  organization_id: string;
  event_type: string;
  body: string;
  created_at: number;
}

interface WebhookDeliveryRow {
  sequence: Generated<number>;
  endpoint_id: string;
  event_id: string;
  /** `dead` is given up: refused for good, or past its deadline. */
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: number;
  deadline_at: number;
  reason: string | null;
  settled_at: number | null;
}

export interface WebhookAttemptRow {
  delivery_sequence: number;
  started_at: number;
  duration_ms: number;
  url: string;
  /** The IP address that was connected to, where it came to that. */
  address: string | null;
  key_id: string;
  http_status: number | null;
  fault: string | null;
}

export interface WebhookKeyRow {
  id: string;
  public_key: string;
  sealed_key: Uint8Array;
  signs_from: number;
}

/** The tables of migration 005. */
export interface WebhooksSchema {
  webhook_endpoint: WebhookEndpointRow;
  webhook_event: WebhookEventRow;
  webhook_delivery: WebhookDeliveryRow;
  webhook_attempt: WebhookAttemptRow;
  webhook_key: WebhookKeyRow;
}
