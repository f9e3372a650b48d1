import { z } from 'zod';
import { id } from './fields.ts';
import { targetPublicKey } from './transport-fields.ts';
import { submit } from './operation.ts';

/** Specification, "export_private_key". */
export const exportPrivateKey = submit({
  path: 'export_private_key',
  type: 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY',
  intent: 'exportPrivateKeyIntent',
  result: 'exportPrivateKeyResult',
  effect: 'export',
  summary: 'Export a private key',
  parameters: z.strictObject({
    privateKeyId: id('Private key', 'privateKey'),
    targetPublicKey: targetPublicKey(),
  }),
  output: z.looseObject({ privateKeyId: z.string(), exportBundle: z.string() }),
});
