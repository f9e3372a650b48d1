import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const initImportPrivateKey = submit({
  path: 'init_import_private_key',
  type: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
  intent: 'initImportPrivateKeyIntent',
  result: 'initImportPrivateKeyResult',
  effect: 'write',
  summary: 'Start the import of a private key',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ importBundle: z.string() }),
});
