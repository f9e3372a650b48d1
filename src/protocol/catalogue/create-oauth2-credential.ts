import { z } from 'zod';
import { submit } from './operation.ts';
import { oauth2Provider, providerText, sealedText } from './provider-fields.ts';

/** Specification, "create_oauth2_credential". */
export const createOauth2Credential = submit({
  path: 'create_oauth2_credential',
  type: 'ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL',
  intent: 'createOauth2CredentialIntent',
  result: 'createOauth2CredentialResult',
  effect: 'write',
  summary: 'Create an OAuth 2.0 credential',
  parameters: z.strictObject({
    provider: oauth2Provider(),
    clientId: providerText('Client'),
    encryptedClientSecret: sealedText('Encrypted client secret', 'fetcherSealed'),
  }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});
