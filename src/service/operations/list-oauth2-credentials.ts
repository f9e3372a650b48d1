import { listOauth2Credentials as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { oauth2CredentialRecord } from './oauth2-credential-record.ts';
import { listRows } from '../storage/rows.ts';

export const listOauth2Credentials = queryHandler(operation, async ({ store, caller }) => {
  const rows = await listRows(store, 'oauth2_credential', caller.organizationId);
  return { oauth2Credentials: rows.map(oauth2CredentialRecord) };
});
