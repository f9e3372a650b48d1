import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const deleteSecrets = submit({
  path: 'delete_secrets',
  type: 'ACTIVITY_TYPE_DELETE_SECRETS',
  intent: 'deleteSecretsIntent',
  result: 'deleteSecretsResult',
  effect: 'destroy',
  summary: 'Delete secrets',
  refusesAppProofs: true,
  parameters: z.strictObject({
    secretIds: z.array(id('Secret', 'secret')).min(1).max(100).meta({ label: 'Secrets' }),
  }),
  output: z.looseObject({ secretIds: z.array(z.string()) }),
});
