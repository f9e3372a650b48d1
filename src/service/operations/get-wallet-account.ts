import { getWalletAccount as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findAccountOfWallet } from '../storage/wallet-accounts.ts';
import { requireWallet } from '../wallets/require-wallet.ts';
import { walletAccountRecord } from './wallet-record.ts';

export const getWalletAccount = queryHandler(
  operation,
  async ({ store, caller }, { walletId, address, path }) => {
    const wanted = { address: address ?? undefined, path: path ?? undefined };
    if (wanted.address === undefined && wanted.path === undefined)
      throw invalidField('address', 'an address or a path must be given');
    const wallet = await requireWallet(store, caller.organizationId, walletId);
    const account = await findAccountOfWallet(store, wallet.id, wanted);
    if (account === undefined) {
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', 'this wallet has no such account');
    }
    return { account: walletAccountRecord(account) };
  },
);
