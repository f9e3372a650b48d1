import { z } from 'zod';
import { id, name } from './fields.ts';
import { encryptedBundle } from './transport-fields.ts';
import { walletAccounts } from './wallet-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const importWallet = submit({
  path: 'import_wallet',
  type: 'ACTIVITY_TYPE_IMPORT_WALLET',
  intent: 'importWalletIntent',
  result: 'importWalletResult',
  effect: 'write',
  summary: 'Import a wallet',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    walletName: name('Name'),
    encryptedBundle: encryptedBundle('Encrypted words'),
    accounts: walletAccounts(),
  }),
  output: z.looseObject({ walletId: z.string(), addresses: z.array(z.string()) }),
});
