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
export interface CredentialsSchema {
  authenticator: AuthenticatorRow;
  session_key: SessionKeyRow;
  session_profile: SessionProfileRow;
  oauth_provider: OauthProviderRow;
}
