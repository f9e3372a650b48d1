import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';

/** Specification, "update_wallet". */
export const updateWallet = submit({
  path: 'update_wallet',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  intent: 'updateWalletIntent',
  result: 'updateWalletResult',
  effect: 'write',
  summary: 'Rename a wallet',
  parameters: z.strictObject({ walletId: id('Wallet', 'wallet'), walletName: name('Name').nullish() }),
  output: z.looseObject({ walletId: z.string() }),
});
