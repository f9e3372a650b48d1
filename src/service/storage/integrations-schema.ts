import type { Generated } from 'kysely';
import type { WrappedDataKey } from '../keys/sealed-values.ts';

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

export interface WebhookKeyRow extends WrappedDataKey {
  id: string;
  public_key: string;
  sealed_key: Uint8Array;
  signs_from: number;
}

/** On a database of several processes: who delivers to an endpoint now. */
interface WebhookLeaseRow {
  endpoint_id: string;
  /** Another one each time that the lease is taken. */
  holder: string;
}

/** The tables of migration 005, and of 017 on PostgreSQL. */
export interface WebhooksSchema {
  webhook_endpoint: WebhookEndpointRow;
  webhook_event: WebhookEventRow;
  webhook_delivery: WebhookDeliveryRow;
  webhook_attempt: WebhookAttemptRow;
  webhook_key: WebhookKeyRow;
  webhook_lease: WebhookLeaseRow;
}

/** A signature in the history of an address; `place` grows with time. */
export interface SolHistoryRow {
  id: string;
  cluster: string;
  address: string;
  place: number;
  signature: string;
}

/** How far the history of an address has been read. */
interface SolHistoryStateRow {
  cluster: string;
  address: string;
  /** Whether its oldest signature has been reached. */
  complete: number;
}

export interface SolTransactionRow {
  cluster: string;
  signature: string;
  slot: number;
  block_hash: string;
  /** Seconds since the epoch. */
  block_time: number;
  status: 'CONFIRMED' | 'FINALIZED';
  /** JSON text. */
  record: string;
}

/** The tables of migration 009. */
export interface SolanaSchema {
  sol_history: SolHistoryRow;
  sol_history_state: SolHistoryStateRow;
  sol_transaction: SolTransactionRow;
}

export interface FiatOnRampCredentialRow extends WrappedDataKey {
  id: string;
  organization_id: string;
  provider: 'FIAT_ON_RAMP_PROVIDER_COINBASE' | 'FIAT_ON_RAMP_PROVIDER_MOONPAY';
  project_id: string | null;
  publishable_api_key: string;
  encrypted_secret_api_key: string;
  encrypted_private_api_key: string | null;
  sealed_secret_api_key: Uint8Array;
  sealed_private_api_key: Uint8Array | null;
  sandbox_mode: number | null;
  created_at: number;
  updated_at: number;
}

export interface Oauth2CredentialRow extends WrappedDataKey {
  id: string;
  organization_id: string;
  provider: 'OAUTH2_PROVIDER_X' | 'OAUTH2_PROVIDER_DISCORD';
  client_id: string;
  encrypted_client_secret: string;
  sealed_client_secret: Uint8Array;
  created_at: number;
  updated_at: number;
}

export interface SpentSealingRow {
  /** Hex, as it stands in the sealed text. */
  encapsulated_key: string;
  /** The record, and where it has several sealed members the member, that the text was used for. */
  record: string;
}

export interface EarnWrapperRow {
  /** With its checksum, as all addresses of these tables. */
  address: string;
  organization_id: string;
  chain: string;
  vault_address: string;
  splitter_address: string;
  client_fee_bps: string;
  client_fee_wallet: string;
  deposits_disabled: number;
  deploy_request_id: string;
  created_at: number;
  updated_at: number;
}

export interface EarnPositionRow {
  wrapper_address: string;
  wallet_address: string;
  deposited: string;
  withdrawn: string;
}

export interface EarnRequestRow {
  id: string;
  organization_id: string;
  kind: 'deploy' | 'deposit' | 'withdraw';
  wrapper_address: string;
  wallet_address: string | null;
  amount: string | null;
  created_at: number;
}

interface SwapFeeClaimRow {
  id: string;
  organization_id: string;
  requested_by: string;
  status: 'PENDING' | 'FAILED';
  failure: 'NO_FEES' | null;
  created_at: number;
  updated_at: number;
}

export interface TvcOperatorRow {
  id: string;
  organization_id: string;
  name: string;
  public_key: string;
  created_at: number;
}

export interface TvcOperatorSetRow {
  id: string;
  organization_id: string;
  name: string;
  threshold: number;
  created_at: number;
}

interface TvcOperatorSetMemberRow {
  set_id: string;
  operator_id: string;
  position: number;
}

export interface TvcAppRow {
  id: string;
  organization_id: string;
  name: string;
  quorum_public_key: string;
  manifest_set_id: string;
  share_set_id: string;
  enable_egress: number;
  enable_debug_mode_deployments: number;
  created_at: number;
  updated_at: number;
}

export interface TvcDeploymentRow {
  id: string;
  app_id: string;
  manifest_id: string;
  manifest: string;
  /** JSON text: what its maker asked for. */
  parameters: string;
  created_at: number;
}

/** The tables of migrations 006 and 012. */
export interface ProvidersSchema {
  fiat_on_ramp_credential: FiatOnRampCredentialRow;
  oauth2_credential: Oauth2CredentialRow;
  spent_sealing: SpentSealingRow;
  earn_wrapper: EarnWrapperRow;
  earn_position: EarnPositionRow;
  earn_request: EarnRequestRow;
  swap_fee_claim: SwapFeeClaimRow;
  tvc_operator: TvcOperatorRow;
  tvc_operator_set: TvcOperatorSetRow;
  tvc_operator_set_member: TvcOperatorSetMemberRow;
  tvc_app: TvcAppRow;
  tvc_deployment: TvcDeploymentRow;
}
