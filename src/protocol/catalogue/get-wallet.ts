import { z } from 'zod';
import { id } from './fields.ts';
import { wallet } from './wallet-fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const getWallet = query({
  path: 'get_wallet',
  summary: 'Show a wallet',
  parameters: z.strictObject({ walletId: id('Wallet', 'wallet') }),
  output: z.looseObject({ wallet }),
});
