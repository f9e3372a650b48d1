import { z } from 'zod';
import { wallet } from './wallet-fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const listWallets = query({
  path: 'list_wallets',
  summary: 'List wallets',
  parameters: z.strictObject({}),
  output: z.looseObject({ wallets: z.array(wallet) }),
});
