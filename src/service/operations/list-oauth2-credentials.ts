import { listOauth2Credentials as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { oauth2CredentialsOf } from '../storage/provider-credentials.ts';
import { oauth2CredentialRecord } from './oauth2-credential-record.ts';

export const listOauth2Credentials = queryHandler(operation, async ({ store, caller }) => {
  const rows = await oauth2CredentialsOf(store, caller.organizationId);
  return { oauth2Credentials: rows.map(oauth2CredentialRecord) };
});
