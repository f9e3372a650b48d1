import { ServiceError } from '../service-error.ts';
import { findRow } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { SecretRow } from '../storage/wallets-schema.ts';

/**
 * The secret of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireSecret(store: Store, organizationId: string, id: string): Promise<SecretRow> {
  const secret = await findRow(store, 'secret', organizationId, id);
  if (secret === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no secret found with the ID ${id}`);
  return secret;
}
