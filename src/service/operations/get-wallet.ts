import { getWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { requireWallet } from '../wallets/require-wallet.ts';
import { walletRecord } from './wallet-record.ts';

export const getWallet = queryHandler(operation, async ({ store, caller }, { walletId }) => ({
  wallet: walletRecord(await requireWallet(store, caller.organizationId, walletId)),
}));
