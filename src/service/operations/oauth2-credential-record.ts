import { timeText } from '../engine/record.ts';
import type { Oauth2CredentialRow } from '../storage/providers-schema.ts';

/** An OAuth 2.0 credential as queries show it: the secret as it was sealed, never as it is. */
export const oauth2CredentialRecord = (row: Oauth2CredentialRow) => ({
  oauth2CredentialId: row.id,
  organizationId: row.organization_id,
  provider: row.provider,
  clientId: row.client_id,
  encryptedClientSecret: row.encrypted_client_secret,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});
