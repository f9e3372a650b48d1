import { listWalletAccounts as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { listWalletAccountsOf } from '../storage/wallet-accounts.ts';
import { listWalletsOf } from '../storage/wallets.ts';
import { requireWallet } from '../wallets/require-wallet.ts';
import { objectPageOf } from './object-page-of.ts';
import { walletAccountRecord } from './wallet-record.ts';

export const listWalletAccounts = queryHandler(operation, async ({ store, caller }, parameters) => {
  const { organizationId } = caller;
  const walletId = parameters.walletId ?? undefined;
  if (walletId !== undefined) await requireWallet(store, organizationId, walletId);
  const page = objectPageOf(parameters.paginationOptions);
  const accounts = await listWalletAccountsOf(store, organizationId, walletId, page);
  const wallets = parameters.includeWalletDetails === true ? await listWalletsOf(store, organizationId) : [];
  const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  return {
    accounts: accounts.map((account) => walletAccountRecord(account, walletOf.get(account.wallet_id))),
  };
});
