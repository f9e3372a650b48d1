import type { User } from '../../protocol/catalogue/users.ts';
import { apiKeysOfUser } from '../storage/api-keys.ts';
import { authenticatorsOfUser } from '../storage/authenticators.ts';
import { oauthProvidersOfUser } from '../storage/oauth-providers.ts';
import type { Store } from '../storage/store.ts';
import { findUser } from '../storage/users.ts';
import { ServiceError } from '../service-error.ts';
import { apiKeyRecords, authenticatorRecord, oauthProviderRecord } from './credential-records.ts';
import { timeText } from './record.ts';

/** The user as votes show it, as of now (PROTOCOL.md, section 6.2; OPERATIONS.md, v1User). */
export async function userRecord(store: Store, organizationId: string, userId: string): Promise<User> {
  const user = await findUser(store, organizationId, userId);
  if (user === undefined) throw new ServiceError('INTERNAL', 'INTERNAL', 'internal server error');
  return {
    userId: user.id,
    userName: user.name,
    ...(user.email === null ? {} : { userEmail: user.email }),
    ...(user.phone_number === null ? {} : { userPhoneNumber: user.phone_number }),
    authenticators: (await authenticatorsOfUser(store, userId)).map(authenticatorRecord),
    apiKeys: await apiKeyRecords(store, await apiKeysOfUser(store, userId)),
    userTags: JSON.parse(user.tags) as string[],
    oauthProviders: (await oauthProvidersOfUser(store, userId)).map(oauthProviderRecord),
    createdAt: timeText(user.created_at),
    updatedAt: timeText(user.updated_at),
    mfaPolicies: [],
  };
}
