import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { listWalletAccounts } from '#protocol/catalogue/wallets.ts';
import type { Clock } from '../platform/clock.ts';
import { listAccounts } from './list-all.ts';
import { createIncrementalList } from './incremental-list.ts';
import type { ContextResolver } from './context-resolver.ts';

/** What signs in the organization, as previews ask for it again and again. */
export interface KeyInventory {
  readonly listPrivateKeys: () => Promise<readonly PrivateKey[]>;
  /** Every account of every wallet. */
  readonly listAccounts: () => Promise<readonly WalletAccount[]>;
  forget(): void;
}

/**
 * Private keys and wallet accounts of whoever stamps now. Each preview asks the service for what was made since the last
 * one, so that a new address is known at once; the catalogue changes and takes away nothing that previews read of them.
 */
export function createKeyInventory(
  { query: ask, current }: Pick<ContextResolver, 'query' | 'current'>,
  clock: Clock,
): KeyInventory {
  const owner = async (): Promise<string> => {
    const { profile, credential } = await current();
    return JSON.stringify([profile.id, profile.organizationId, credential.publicKey]);
  };
  const keys = createIncrementalList({
    clock,
    owner,
    readAll: async () => (await ask(listPrivateKeys, {})).privateKeys,
    readAfter: async (after, limit) =>
      (await ask(listPrivateKeys, { paginationOptions: { after, limit: String(limit) } })).privateKeys,
    idOf: ({ privateKeyId }) => privateKeyId,
  });
  const accounts = createIncrementalList({
    clock,
    owner,
    readAll: () => listAccounts(ask),
    readAfter: async (after, limit) =>
      (await ask(listWalletAccounts, { paginationOptions: { after, limit: String(limit) } })).accounts,
    idOf: ({ walletAccountId }) => walletAccountId,
  });
  return {
    listPrivateKeys: keys.read,
    listAccounts: accounts.read,
    forget: () => {
      keys.forget();
      accounts.forget();
    },
  };
}
