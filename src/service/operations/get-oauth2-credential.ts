import { getOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { notFound } from './not-found.ts';
import { oauth2CredentialRecord } from './oauth2-credential-record.ts';
import { findRow } from '../storage/rows.ts';

export const getOauth2Credential = queryHandler(
  operation,
  async ({ store, caller }, { oauth2CredentialId: id }) => {
    const row = await findRow(store, 'oauth2_credential', caller.organizationId, id);
    if (row === undefined) throw notFound('OAuth 2.0 credential', id);
    return { oauth2Credential: oauth2CredentialRecord(row) };
  },
);
