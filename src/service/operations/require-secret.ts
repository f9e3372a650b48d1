import { ServiceError } from '../service-error.ts';
import { findSecret } from '../storage/secrets.ts';
import type { Store } from '../storage/store.ts';
import type { SecretRow } from '../storage/wallets-schema.ts';

/**
 * The secret of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireSecret(store: Store, organizationId: string, id: string): Promise<SecretRow> {
  const secret = await findSecret(store, organizationId, id);
  if (secret === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no secret found with the ID ${id}`);
  return secret;
}
