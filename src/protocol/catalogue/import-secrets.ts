import { z } from 'zod';
import { name } from './fields.ts';
import { encryptedBundle, encryptionSuite, keyValues, targetPublicKey } from './transport-fields.ts';
import { submit } from './operation.ts';

/** Specification, "import_secrets". */
export const importSecrets = submit({
  path: 'import_secrets',
  type: 'ACTIVITY_TYPE_IMPORT_SECRETS',
  intent: 'importSecretsIntent',
  result: 'importSecretsResult',
  effect: 'write',
  summary: 'Import secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    secrets: z
      .array(
        z.strictObject({
          name: name('Name').nullish(),
          secretPayload: encryptedBundle('Encrypted secret'),
          targetPublicKey: targetPublicKey(),
          encryptionSuite: encryptionSuite(),
          staticProperties: keyValues('Static properties').nullish(),
        }),
      )
      .min(1)
      .max(100)
      .meta({ label: 'Secrets' }),
  }),
  output: z.looseObject({ secretIds: z.array(z.string()) }),
});
