import { ServiceError } from '../../service-error.ts';
import { findRow } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { WalletRow } from '../../storage/wallets-schema.ts';

/**
 * The wallet of an id within an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function requireWallet(store: Store, organizationId: string, id: string): Promise<WalletRow> {
  const wallet = await findRow(store, 'wallet', organizationId, id);
  if (wallet === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no wallet found with the ID ${id}`);
  return wallet;
}
