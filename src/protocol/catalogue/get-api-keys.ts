import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { apiKey } from './user-record.ts';

/** PROTOCOL.md, section 12. */
export const getApiKeys = query({
  path: 'get_api_keys',
  summary: 'List API keys',
  parameters: z.strictObject({ userId: id('User', 'user').nullish() }),
  output: z.looseObject({ apiKeys: z.array(apiKey) }),
});
