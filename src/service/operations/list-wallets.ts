import { listWallets as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { listWalletsOf } from '../storage/wallets.ts';
import { walletRecord } from './wallet-record.ts';

export const listWallets = queryHandler(operation, async ({ store, caller }) => {
  const wallets = await listWalletsOf(store, caller.organizationId);
  return { wallets: wallets.map(walletRecord) };
});
