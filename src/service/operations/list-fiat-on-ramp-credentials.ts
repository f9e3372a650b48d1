import { listFiatOnRampCredentials as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { timeText } from '../engine/record.ts';
import { listRows } from '../storage/rows.ts';

export const listFiatOnRampCredentials = queryHandler(operation, async ({ store, caller }) => {
  const rows = await listRows(store, 'fiat_on_ramp_credential', caller.organizationId);
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
