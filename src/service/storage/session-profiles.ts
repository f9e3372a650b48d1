import type { Store } from './store.ts';

/** The scope that binds the session of a public key (hex), or undefined for a key that has none. */
export async function findSessionScope(
  store: Store,
  organizationId: string,
  publicKey: string,
): Promise<string | undefined> {
  const row = await store
    .selectFrom('api_key')
    .innerJoin('session_key', 'session_key.api_key_id', 'api_key.id')
    .innerJoin('session_profile', 'session_profile.id', 'session_key.session_profile_id')
    .select('session_profile.scope')
    .where('api_key.organization_id', '=', organizationId)
    .where('api_key.public_key', '=', publicKey)
    .executeTakeFirst();
  return row?.scope;
}
