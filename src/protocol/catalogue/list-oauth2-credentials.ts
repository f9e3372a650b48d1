import { z } from 'zod';
import { query } from './operation.ts';
import { oauth2Credential } from './provider-fields.ts';

/** OPERATIONS.md. */
export const listOauth2Credentials = query({
  path: 'list_oauth2_credentials',
  summary: 'List OAuth 2.0 credentials',
  parameters: z.strictObject({}),
  output: z.looseObject({ oauth2Credentials: z.array(oauth2Credential) }),
});
