import { listWalletAccounts as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { listRows, pageOfRows } from '../storage/rows.ts';
import { requireWallet } from '../features/wallets/require-wallet.ts';
import { objectPageOf } from './object-page-of.ts';
import { walletAccountRecord } from './wallet-record.ts';

export const listWalletAccounts = queryHandler(operation, async ({ store, caller }, parameters) => {
  const { organizationId } = caller;
  const walletId = parameters.walletId ?? undefined;
  if (walletId !== undefined) await requireWallet(store, organizationId, walletId);
  const page = objectPageOf(parameters.paginationOptions);
  const accounts = await pageOfRows(
    store,
    'wallet_account',
    organizationId,
    page,
    walletId === undefined ? {} : { wallet_id: walletId },
  );
  const wallets =
    parameters.includeWalletDetails === true ? await listRows(store, 'wallet', organizationId) : [];
  const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  return {
    accounts: accounts.map((account) => walletAccountRecord(account, walletOf.get(account.wallet_id))),
  };
});
