import { z } from 'zod';
import { createOauth2Credential } from './create-oauth2-credential.ts';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const updateOauth2Credential = submit({
  path: 'update_oauth2_credential',
  type: 'ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL',
  intent: 'updateOauth2CredentialIntent',
  result: 'updateOauth2CredentialResult',
  effect: 'write',
  summary: 'Change an OAuth 2.0 credential',
  parameters: z.strictObject({
    oauth2CredentialId: id('Credential', 'oauth2Credential'),
    ...createOauth2Credential.parameters.shape,
  }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});
