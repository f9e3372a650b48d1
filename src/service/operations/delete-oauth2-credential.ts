import { deleteOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { notFound } from './not-found.ts';
import { deleteRow } from '../storage/rows.ts';

export const deleteOauth2Credential = submitHandler(
  operation,
  async ({ store, caller }, { oauth2CredentialId }) => {
    if (!(await deleteRow(store, 'oauth2_credential', caller.organizationId, oauth2CredentialId)))
      throw notFound('OAuth 2.0 credential', oauth2CredentialId);
    return { oauth2CredentialId };
  },
);
