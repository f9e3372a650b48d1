import { getOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { findOauth2Credential } from '../storage/provider-credentials.ts';
import { notFound } from './not-found.ts';
import { oauth2CredentialRecord } from './oauth2-credential-record.ts';

export const getOauth2Credential = queryHandler(
  operation,
  async ({ store, caller }, { oauth2CredentialId: id }) => {
    const row = await findOauth2Credential(store, caller.organizationId, id);
    if (row === undefined) throw notFound('OAuth 2.0 credential', id);
    return { oauth2Credential: oauth2CredentialRecord(row) };
  },
);
