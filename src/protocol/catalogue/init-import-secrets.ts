import { z } from 'zod';
import { encryptionSuite } from './transport-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const initImportSecrets = submit({
  path: 'init_import_secrets',
  type: 'ACTIVITY_TYPE_INIT_IMPORT_SECRETS',
  intent: 'initImportSecretsIntent',
  result: 'initImportSecretsResult',
  effect: 'write',
  summary: 'Start the import of secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    encryptionSuite: encryptionSuite(),
    numSecrets: z.int().min(1).max(100).meta({ label: 'Number of secrets' }),
  }),
  output: z.looseObject({ enclaveTargetMessages: z.array(z.string()) }),
});
