import { z } from 'zod';
import { id } from './fields.ts';
import { walletAccounts } from './wallet-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const createWalletAccounts = submit({
  path: 'create_wallet_accounts',
  type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
  intent: 'createWalletAccountsIntent',
  result: 'createWalletAccountsResult',
  effect: 'write',
  summary: 'Create wallet accounts',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    accounts: walletAccounts().min(1),
    persist: z.boolean().meta({ label: 'Keep the accounts' }).nullish(),
  }),
  output: z.looseObject({ addresses: z.array(z.string()) }),
});
