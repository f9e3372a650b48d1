import { listWallets as operation } from '../../protocol/catalogue/wallets.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { walletRecord } from './wallet-record.ts';
import { listRows } from '../storage/rows.ts';

export const listWallets = queryHandler(operation, async ({ store, caller }) => {
  const wallets = await listRows(store, 'wallet', caller.organizationId);
  return { wallets: wallets.map(walletRecord) };
});
