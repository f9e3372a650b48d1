import type { ApiKey } from '#protocol/catalogue/api-keys.ts';
import type { Authenticator, AuthenticatorTransport } from '#protocol/catalogue/authenticators.ts';
import type { OauthProvider } from '#protocol/catalogue/oauth-providers.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { serviceError } from '../errors.ts';
import { sessionKeysAmong } from '../storage/credentials.ts';
import { allWhere, findRow, rowsInTurns } from '../storage/rows.ts';
import type { ApiKeyRow, AuthenticatorRow, OauthProviderRow, SessionKeyRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import type { InTurns } from '../storage/turns.ts';
import { timeText } from './records.ts';

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

/** The user as votes show it, as of now (PROTOCOL.md, section 6.2; OPERATIONS.md, v1User). */
export async function userRecord(store: Store, organizationId: string, userId: string): Promise<User> {
  const found = await findUserRecord(store, organizationId, userId);
  if (found === undefined) throw serviceError('INTERNAL.failed');
  return found;
}

async function findUserRecord(
  store: Store,
  organizationId: string,
  userId: string,
): Promise<User | undefined> {
  const user = await findRow(store, 'user', organizationId, userId);
  if (user === undefined) return undefined;
  return {
    userId: user.id,
    userName: user.name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: (await allWhere(store, 'authenticator', { user_id: userId })).map(authenticatorRecord),
    apiKeys: await apiKeyRecords(store, await allWhere(store, 'api_key', { user_id: userId })),
    userTags: JSON.parse(user.tags) as string[],
    oauthProviders: (await allWhere(store, 'oauth_provider', { user_id: userId })).map(oauthProviderRecord),
    createdAt: timeText(user.created_at),
    updatedAt: timeText(user.updated_at),
    mfaPolicies: [],
  };
}

/** All users of an organization, oldest first. */
export async function userRecords(on: InTurns, organizationId: string): Promise<User[]> {
  const users = [];
  for await (const rows of rowsInTurns(on, 'user', organizationId)) {
    for (const { id } of rows) {
      const found = await findUserRecord(on.store, organizationId, id);
      // One may be deleted meanwhile.
      if (found !== undefined) users.push(found);
      await on.turns.giveWhenDue();
    }
  }
  return users;
}
