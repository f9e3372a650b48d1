import { z } from 'zod';
import { id } from './fields.ts';
import { targetPublicKey } from './transport-fields.ts';
import { MNEMONIC_LANGUAGES } from './wallet-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const exportWallet = submit({
  path: 'export_wallet',
  type: 'ACTIVITY_TYPE_EXPORT_WALLET',
  intent: 'exportWalletIntent',
  result: 'exportWalletResult',
  effect: 'export',
  summary: 'Export a wallet',
  parameters: z.strictObject({
    walletId: id('Wallet', 'wallet'),
    targetPublicKey: targetPublicKey(),
    language: z.enum(MNEMONIC_LANGUAGES).meta({ label: 'Language of the words' }).nullish(),
  }),
  output: z.looseObject({ walletId: z.string(), exportBundle: z.string() }),
});
