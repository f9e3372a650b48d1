import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const deleteOauth2Credential = submit({
  path: 'delete_oauth2_credential',
  type: 'ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL',
  intent: 'deleteOauth2CredentialIntent',
  result: 'deleteOauth2CredentialResult',
  effect: 'destroy',
  summary: 'Delete an OAuth 2.0 credential',
  parameters: z.strictObject({ oauth2CredentialId: id('Credential', 'oauth2Credential') }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});
