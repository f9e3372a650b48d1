import { deleteWhere } from './rows.ts';
import type { ApiKeyRow } from './schema.ts';
import type { Store } from './store.ts';

/** Deletes an API key, and the IP allowlist that it may have. */
export async function deleteApiKey(store: Store, key: ApiKeyRow): Promise<void> {
  const { id, organization_id, public_key } = key;
  await deleteWhere(store, 'api_key', { id });
  await deleteWhere(store, 'ip_allowlist', { organization_id, public_key });
}
