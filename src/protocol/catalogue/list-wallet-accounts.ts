import { z } from 'zod';
import { id, paginationOptions } from './fields.ts';
import { walletAccount } from './wallet-fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12; oldest first (docs/decisions/041). */
export const listWalletAccounts = query({
  path: 'list_wallet_accounts',
  summary: 'List wallet accounts',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet').nullish(),
    includeWalletDetails: z.boolean().nullish(),
    paginationOptions: paginationOptions.nullish(),
  }),
  output: z.looseObject({ accounts: z.array(walletAccount) }),
});
