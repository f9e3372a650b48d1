import { apiKeysOfUser } from '../storage/api-keys.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { findUser } from '../storage/users.ts';
import { ServiceError } from '../service-error.ts';
import { timeText } from './record.ts';

/** The user as votes show it, as of now (PROTOCOL.md, section 6.2; OPERATIONS.md, v1User). */
export async function userRecord(store: Store, organizationId: string, userId: string): Promise<object> {
  const user = await findUser(store, organizationId, userId);
  if (user === undefined) throw new ServiceError('INTERNAL', 'INTERNAL', 'internal server error');
  const apiKeys = await apiKeysOfUser(store, userId);
  return {
    userId: user.id,
    userName: user.name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: [],
    apiKeys: apiKeys.map(apiKeyRecord),
    userTags: JSON.parse(user.tags) as string[],
    oauthProviders: [],
    createdAt: timeText(user.created_at),
    updatedAt: timeText(user.updated_at),
    mfaPolicies: [],
  };
}

function apiKeyRecord(key: ApiKeyRow): object {
  return {
    credential: {
      publicKey: key.public_key,
      type: key.curve.replace('API_KEY_CURVE_', 'CREDENTIAL_TYPE_API_KEY_'),
    },
    apiKeyId: key.id,
    apiKeyName: key.name,
    createdAt: timeText(key.created_at),
    updatedAt: timeText(key.updated_at),
    ...(key.expiration_seconds === null ? {} : { expirationSeconds: key.expiration_seconds }),
  };
}
