import type { listWallets } from '../../../../protocol/catalogue/list-wallets.ts';
import type { Wallet } from '../../../../protocol/catalogue/wallet-fields.ts';
import { ask } from '../../bridge/ask.ts';

/** Every wallet of the organization. @throws BridgeError */
export const allWallets = async (): Promise<readonly Wallet[]> =>
  (await ask<typeof listWallets>('list_wallets', {})).wallets;
