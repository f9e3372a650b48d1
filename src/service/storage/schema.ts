import type { ActivityStatus } from '#protocol/activity.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { WrappedDataKey } from '../keys/sealed-values.ts';
import type { ProvidersSchema, SolanaSchema, WebhooksSchema } from './integrations-schema.ts';

interface EnclaveSeedRow extends WrappedDataKey {
  name: string;
  sealed_seed: Uint8Array;
  created_at: number;
}

export interface WalletRow extends WrappedDataKey {
  id: string;
  organization_id: string;
  name: string;
  sealed_words: Uint8Array;
  sealed_seed: Uint8Array;
  exported: number;
  imported: number;
  created_at: number;
  updated_at: number;
}

export interface WalletAccountRow {
  id: string;
  organization_id: string;
  wallet_id: string;
  name: string | null;
  curve: KeyCurve;
  path_format: string;
  path: string;
  address_format: string;
  address: string;
  lookup: string;
  public_key: string;
  created_at: number;
  updated_at: number;
}

/** A key of one use that something is sealed to on its way in; the targets of secrets belong to no user. */
export interface ImportTargetRow extends WrappedDataKey {
  public_key: string;
  organization_id: string;
  purpose: 'wallet' | 'private-key' | 'secret';
  user_id: string | null;
  sealed_key: Uint8Array;
  expires_at: number;
  /** Whose request made it; null for those of an earlier version, which nobody's limit counts. */
  begun_by: string | null;
}

interface SecretRow extends WrappedDataKey {
  id: string;
  organization_id: string;
  name: string | null;
  static_properties: string;
  sealed_value: Uint8Array;
  created_at: number;
}

/** The tables of migration 003. */
interface WalletsSchema {
  enclave_seed: EnclaveSeedRow;
  wallet: WalletRow;
  wallet_account: WalletAccountRow;
  import_target: ImportTargetRow;
  secret: SecretRow;
}

export interface AuthenticatorRow {
  id: string;
  organization_id: string;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: string;
  cose_key: Uint8Array;
  counter: number;
  transports: string;
  attestation_type: string;
  aaguid: string;
  rp_id: string;
  created_at: number;
  updated_at: number;
}

/** What kind of session an API key belongs to (OPERATIONS.md, v1CredentialType). */
export type SessionKind =
  'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256' | 'CREDENTIAL_TYPE_OAUTH_KEY_P256' | 'CREDENTIAL_TYPE_LOGIN';

/** Marks an API key as the key of a session. */
export interface SessionKeyRow {
  api_key_id: string;
  kind: SessionKind;
  session_profile_id: string | null;
}

export interface SessionProfileRow {
  id: string;
  organization_id: string;
  name: string;
  scope: string;
  expiration_seconds: string | null;
  notes: string | null;
  created_at: number;
  updated_at: number;
}

export interface OauthProviderRow {
  id: string;
  organization_id: string;
  user_id: string;
  name: string;
  issuer: string;
  audience: string;
  subject: string;
  created_at: number;
  updated_at: number;
}

/** Passkeys, sessions and OIDC identities: the tables of migration 004. */
interface CredentialsSchema {
  authenticator: AuthenticatorRow;
  session_key: SessionKeyRow;
  session_profile: SessionProfileRow;
  oauth_provider: OauthProviderRow;
}

interface RootQuorumRow {
  organization_id: string;
  threshold: number;
  user_ids: string;
}

export interface PolicyRow {
  id: string;
  organization_id: string;
  name: string;
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  condition: string | null;
  consensus: string | null;
  time: string | null;
  notes: string;
  created_at: number;
  updated_at: number;
}

interface PolicyEvaluationRow {
  id: string;
  organization_id: string;
  activity_id: string;
  vote_id: string;
  /** The policies that were asked; null for an evaluation that is kept as JSON (before migration 014). */
  policy_list: string | null;
  evaluations: string;
  created_at: number;
}

interface PolicyListRow {
  /** SHA-256 of the whole list as JSON, as hex. */
  id: string;
  /** JSON: the list, or where there is a base what it differs in. */
  policy_ids: string;
  base: string | null;
  /** How many bases have to be followed. */
  depth: number;
}

export interface InvitationRow {
  id: string;
  organization_id: string;
  sender_user_id: string;
  receiver_user_name: string;
  receiver_email: string;
  receiver_user_tags: string;
  access_type: 'ACCESS_TYPE_WEB' | 'ACCESS_TYPE_API' | 'ACCESS_TYPE_ALL';
  status: 'INVITATION_STATUS_CREATED' | 'INVITATION_STATUS_ACCEPTED' | 'INVITATION_STATUS_REVOKED';
  expires_at: number;
  created_at: number;
  updated_at: number;
}

export interface OrganizationFeatureRow {
  organization_id: string;
  name: string;
  value: string;
}

export interface IpAllowlistRow {
  organization_id: string;
  public_key: string;
  enabled: number;
  on_evaluation_error: 'ALLOW' | 'DENY';
  rules: string;
}

/** Who decides over what: the tables of migration 002. */
interface ConsensusSchema {
  root_quorum: RootQuorumRow;
  policy: PolicyRow;
  policy_evaluation: PolicyEvaluationRow;
  policy_list: PolicyListRow;
  invitation: InvitationRow;
  organization_feature: OrganizationFeatureRow;
  ip_allowlist: IpAllowlistRow;
}

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

export interface PrivateKeyRow extends WrappedDataKey {
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

/** A version of the key that data keys are wrapped under; version 0 says that values of before there were data keys are read. */
export interface WrappingKeyRow {
  version: number;
  /** Says which key it is, and nothing of its bytes. */
  key_id: string;
  data_key: Uint8Array;
  /** The database key, under that data key. */
  sealed_database_key: Uint8Array;
  created_at: number;
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
  wrapping_key: WrappingKeyRow;
}
