import { z } from 'zod';
import { targetPublicKey } from './transport-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const exportWalletAccount = submit({
  path: 'export_wallet_account',
  type: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT',
  intent: 'exportWalletAccountIntent',
  result: 'exportWalletAccountResult',
  effect: 'export',
  summary: 'Export a wallet account',
  parameters: z.strictObject({
    address: z.string().min(1).max(255).meta({ label: 'Address', control: 'walletAccount' }),
    targetPublicKey: targetPublicKey(),
  }),
  output: z.looseObject({ address: z.string(), exportBundle: z.string() }),
});
