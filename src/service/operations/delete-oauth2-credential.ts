import { deleteOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteProviderCredential } from '../storage/provider-credentials.ts';
import { notFound } from './not-found.ts';

export const deleteOauth2Credential = submitHandler(
  operation,
  async ({ store, caller }, { oauth2CredentialId }) => {
    if (
      !(await deleteProviderCredential(store, 'oauth2_credential', caller.organizationId, oauth2CredentialId))
    )
      throw notFound('OAuth 2.0 credential', oauth2CredentialId);
    return { oauth2CredentialId };
  },
);
