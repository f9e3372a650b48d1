import { z } from 'zod';
import {
  encryptedBundle,
  encryptionSuite,
  id,
  keyValues,
  name,
  paginationOptions,
  targetPublicKey,
} from './fields.ts';
import { query, submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const initImportSecrets = submit({
  path: 'init_import_secrets',
  effect: 'write',
  summary: 'Start the import of secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    encryptionSuite: encryptionSuite(),
    numSecrets: z.int().min(1).max(100).meta({ label: 'Number of secrets' }),
  }),
  output: z.looseObject({ enclaveTargetMessages: z.array(z.string()) }),
});

/** Specification, "import_secrets". */
export const importSecrets = submit({
  path: 'import_secrets',
  effect: 'write',
  importsSecrets: true,
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

/** PROTOCOL.md, section 12. */
export const exportSecrets = submit({
  path: 'export_secrets',
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
  subject: ({ secrets }) =>
    `${secrets.length === 1 ? 'secret' : 'secrets'} ${secrets.map(({ secretId }) => secretId).join(', ')}`,
  output: z.looseObject({ secretPayloads: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const deleteSecrets = submit({
  path: 'delete_secrets',
  effect: 'destroy',
  summary: 'Delete secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    secretIds: z.array(id('Secret', 'secret')).min(1).max(100).meta({ label: 'Secrets' }),
  }),
  output: z.looseObject({ secretIds: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12: names and properties, never values. */
export const listSecrets = query({
  path: 'list_secrets',
  summary: 'List secrets',
  parameters: z.strictObject({ paginationOptions: paginationOptions.nullish() }),
  output: z.looseObject({
    secrets: z.array(
      z.looseObject({
        secretId: z.string(),
        name: z.string().optional(),
        staticProperties: z.array(
          z.looseObject({ key: z.string().optional(), value: z.string().optional() }),
        ),
        createdAtUnixMs: z.string(),
      }),
    ),
  }),
});
