import { exportSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { secretValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { sealForExport } from '../transport/export-bundle.ts';
import { requireSecret } from './require-secret.ts';

/** All or nothing: what one secret throws ends the whole. */
export const exportSecrets = submitHandler(
  operation,
  async (context, { secrets }) => {
    const { store, caller, storageKey } = context;
    const secretPayloads = [];
    for (const [index, { secretId, targetPublicKey }] of secrets.entries()) {
      const secret = await requireSecret(store, caller.organizationId, secretId);
      const value = storageKey.open(secret.sealed_value, secret.id);
      try {
        const field = `parameters.secrets.${index}.targetPublicKey`;
        secretPayloads.push(await sealForExport(context, value, targetPublicKey, field));
      } finally {
        value.wipe();
      }
    }
    return { secretPayloads };
  },
  {
    eachConditionValues: (on, { secrets }) =>
      secretValues(
        on,
        secrets.map(({ secretId }) => secretId),
      ),
  },
);
