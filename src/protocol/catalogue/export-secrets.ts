import { z } from 'zod';
import { id } from './fields.ts';
import { encryptionSuite, keyValues, targetPublicKey } from './transport-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const exportSecrets = submit({
  path: 'export_secrets',
  type: 'ACTIVITY_TYPE_EXPORT_SECRETS',
  intent: 'exportSecretsIntent',
  result: 'exportSecretsResult',
  effect: 'export',
  summary: 'Export secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    secrets: z
      .array(
        z.strictObject({
          secretId: id('Secret', 'secret'),
          targetPublicKey: targetPublicKey(),
          encryptionSuite: encryptionSuite(),
          requestContext: keyValues('Request context').nullish(),
        }),
      )
      .min(1)
      .max(100)
      .meta({ label: 'Secrets' }),
  }),
  output: z.looseObject({ secretPayloads: z.array(z.string()) }),
});
