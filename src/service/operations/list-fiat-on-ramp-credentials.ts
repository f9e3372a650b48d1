import { listFiatOnRampCredentials as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { timeText } from '../activities/record.ts';
import { fiatOnRampCredentialsOf } from '../storage/provider-credentials.ts';

export const listFiatOnRampCredentials = queryHandler(operation, async ({ store, caller }) => {
  const rows = await fiatOnRampCredentialsOf(store, caller.organizationId);
  return {
    fiatOnRampCredentials: rows.map((row) => ({
      fiatOnrampCredentialId: row.id,
      organizationId: row.organization_id,
      onrampProvider: row.provider,
      ...(row.project_id === null ? {} : { projectId: row.project_id }),
      publishableApiKey: row.publishable_api_key,
      encryptedSecretApiKey: row.encrypted_secret_api_key,
      ...(row.encrypted_private_api_key === null
        ? {}
        : { encryptedPrivateApiKey: row.encrypted_private_api_key }),
      ...(row.sandbox_mode === null ? {} : { sandboxMode: row.sandbox_mode === 1 }),
      createdAt: timeText(row.created_at),
      updatedAt: timeText(row.updated_at),
    })),
  };
});
