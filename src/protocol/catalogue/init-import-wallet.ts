import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const initImportWallet = submit({
  path: 'init_import_wallet',
  type: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET',
  intent: 'initImportWalletIntent',
  result: 'initImportWalletResult',
  effect: 'write',
  summary: 'Start the import of a wallet',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ importBundle: z.string() }),
});
