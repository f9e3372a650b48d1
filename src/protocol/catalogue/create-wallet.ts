import { z } from 'zod';
import { name } from './fields.ts';
import { walletAccounts } from './wallet-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const createWallet = submit({
  path: 'create_wallet',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  intent: 'createWalletIntent',
  result: 'createWalletResult',
  effect: 'write',
  summary: 'Create a wallet',
  parameters: z.strictObject({
    walletName: name('Name'),
    accounts: walletAccounts(),
    mnemonicLength: z.literal([12, 15, 18, 21, 24]).meta({ label: 'Words' }).nullish(),
  }),
  output: z.looseObject({ walletId: z.string(), addresses: z.array(z.string()) }),
});
