import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { oauth2Credential } from './provider-fields.ts';

/** OPERATIONS.md. */
export const getOauth2Credential = query({
  path: 'get_oauth2_credential',
  summary: 'Show an OAuth 2.0 credential',
  parameters: z.strictObject({ oauth2CredentialId: id('Credential', 'oauth2Credential') }),
  output: z.looseObject({ oauth2Credential }),
});
