import type { listWallets, Wallet } from '#protocol/catalogue/wallets.ts';
import { ask } from '../../bridge/query.ts';

/** Every wallet of the organization. @throws BridgeError */
export const allWallets = async (): Promise<readonly Wallet[]> =>
  (await ask<typeof listWallets>('list_wallets', {})).wallets;
