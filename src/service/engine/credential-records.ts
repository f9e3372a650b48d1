import type { Authenticator, AuthenticatorTransport } from '#protocol/catalogue/authenticators.ts';
import type { OauthProvider } from '#protocol/catalogue/oauth-providers.ts';
import type { ApiKey } from '#protocol/catalogue/api-keys.ts';
import type { AuthenticatorRow, OauthProviderRow, SessionKeyRow } from '../storage/credentials-schema.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import { sessionKeysAmong } from '../storage/session-keys.ts';
import type { Store } from '../storage/store.ts';
import { timeText } from './record.ts';

/** API keys as records of users show them, sessions' keys among them. */
export async function apiKeyRecords(store: Store, keys: readonly ApiKeyRow[]): Promise<ApiKey[]> {
  const sessions = await sessionKeysAmong(
    store,
    keys.map(({ id }) => id),
  );
  return keys.map((key) => apiKeyRecord(key, sessions.get(key.id)));
}

function apiKeyRecord(key: ApiKeyRow, session: SessionKeyRow | undefined): ApiKey {
  const profile = session?.session_profile_id;
  return {
    credential: {
      publicKey: key.public_key,
      type: session?.kind ?? key.curve.replace('API_KEY_CURVE_', 'CREDENTIAL_TYPE_API_KEY_'),
      ...(typeof profile === 'string' ? { sessionProfileId: profile } : {}),
    },
    apiKeyId: key.id,
    apiKeyName: key.name,
    createdAt: timeText(key.created_at),
    updatedAt: timeText(key.updated_at),
    ...(key.expiration_seconds === null ? {} : { expirationSeconds: key.expiration_seconds }),
  };
}

/** An authenticator as records of users show it (OPERATIONS.md, v1Authenticator). */
export const authenticatorRecord = (row: AuthenticatorRow): Authenticator => ({
  transports: JSON.parse(row.transports) as AuthenticatorTransport[],
  attestationType: row.attestation_type,
  aaguid: row.aaguid,
  credentialId: row.credential_id,
  // Whose model it is would have to be believed: chains are not followed (docs/decisions/050).
  model: '',
  credential: { publicKey: row.public_key, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
  authenticatorId: row.id,
  authenticatorName: row.name,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});

/** An OIDC identity as records of users show it (OPERATIONS.md, v1OauthProvider). */
export const oauthProviderRecord = (row: OauthProviderRow): OauthProvider => ({
  providerId: row.id,
  providerName: row.name,
  issuer: row.issuer,
  audience: row.audience,
  subject: row.subject,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});
