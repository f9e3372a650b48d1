import type { User } from '#protocol/catalogue/users.ts';
import { allWhere, findRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { serviceError } from '../errors.ts';
import { apiKeyRecords, authenticatorRecord, oauthProviderRecord } from './credential-records.ts';
import { timeText } from './record.ts';

/** The user as votes show it, as of now (PROTOCOL.md, section 6.2; OPERATIONS.md, v1User). */
export async function userRecord(store: Store, organizationId: string, userId: string): Promise<User> {
  const user = await findRow(store, 'user', organizationId, userId);
  if (user === undefined) throw serviceError('INTERNAL.failed');
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
