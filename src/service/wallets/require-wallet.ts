import { ServiceError } from '../service-error.ts';
import type { Store } from '../storage/store.ts';
import { findWallet } from '../storage/wallets.ts';
import type { WalletRow } from '../storage/wallets-schema.ts';

/**
 * The wallet of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireWallet(store: Store, organizationId: string, id: string): Promise<WalletRow> {
  const wallet = await findWallet(store, organizationId, id);
  if (wallet === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no wallet found with the ID ${id}`);
  return wallet;
}
