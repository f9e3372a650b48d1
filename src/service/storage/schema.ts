import type { ActivityStatus } from '#protocol/activity.ts';
import type { CURVES } from '#protocol/catalogue/fields.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { ConsensusSchema } from './consensus-schema.ts';
import type { CredentialsSchema } from './credentials-schema.ts';
import type { ProvidersSchema } from './providers-schema.ts';
import type { SolanaSchema } from './solana-schema.ts';
import type { WalletsSchema } from './wallets-schema.ts';
import type { WebhooksSchema } from './webhooks-schema.ts';

export type KeyCurve = (typeof CURVES)[number];

export interface SettingRow {
  name: string;
  value: string;
}

export interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
}

export interface UserRow {
  id: string;
  organization_id: string;
  name: string;
  email: string | null;
  phone_number: string | null;
  tags: string;
  created_at: number;
  updated_at: number;
}

export interface ApiKeyRow {
  id: string;
  organization_id: string;
  user_id: string;
  name: string;
  public_key: string;
  curve: ApiKeyCurve;
  expiration_seconds: string | null;
  expires_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface PrivateKeyRow {
  id: string;
  organization_id: string;
  name: string;
  curve: KeyCurve;
  public_key: string;
  sealed_key: Uint8Array;
  tags: string;
  exported: number;
  imported: number;
  created_at: number;
  updated_at: number;
}

export interface PrivateKeyAddressRow {
  private_key_id: string;
  position: number;
  format: string;
  address: string;
  lookup: string;
}

export interface ActivityRow {
  id: string;
  organization_id: string;
  type: string;
  status: ActivityStatus;
  intent: string;
  result: string | null;
  failure: string | null;
  /** JSON text of the proofs that were asked for; made when the activity completes. */
  app_proofs: string | null;
  fingerprint: string;
  created_at: number;
  updated_at: number;
}

export interface VoteRow {
  id: string;
  activity_id: string;
  user_id: string;
  user: string;
  selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED';
  message: string;
  public_key: string;
  signature: string;
  scheme: string;
  created_at: number;
}

/** One row: the sealed digest over what decides who may do what. */
export interface RowSealRow {
  id: number;
  sealed: Uint8Array;
}

/** The service's tables, as its migrations make them. */
export interface ServiceSchema
  extends ConsensusSchema, CredentialsSchema, WalletsSchema, WebhooksSchema, ProvidersSchema, SolanaSchema {
  setting: SettingRow;
  organization: OrganizationRow;
  user: UserRow;
  api_key: ApiKeyRow;
  private_key: PrivateKeyRow;
  private_key_address: PrivateKeyAddressRow;
  activity: ActivityRow;
  vote: VoteRow;
  row_seal: RowSealRow;
}
