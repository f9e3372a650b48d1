import { z } from 'zod';
import { id } from './fields.ts';
import { walletAccount } from './wallet-fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const getWalletAccount = query({
  path: 'get_wallet_account',
  summary: 'Show a wallet account',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    address: z.string().min(1).max(255).nullish().meta({ label: 'Address', control: 'walletAccount' }),
    path: z.string().min(1).max(255).nullish().meta({ label: 'Path', hint: "m/44'/60'/0'/0/0" }),
  }),
  output: z.looseObject({ account: walletAccount }),
});
