import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const deleteApiKeys = submit({
  path: 'delete_api_keys',
  type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
  intent: 'deleteApiKeysIntent',
  result: 'deleteApiKeysResult',
  effect: 'destroy',
  summary: 'Delete API keys',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    apiKeyIds: z.array(id('API key', 'apiKey')).min(1).max(100).meta({ label: 'API keys' }),
  }),
  output: z.looseObject({ apiKeyIds: z.array(z.string()) }),
});
