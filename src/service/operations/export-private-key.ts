import { exportPrivateKey as operation } from '../../protocol/catalogue/private-keys.ts';
import { privateKeyValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findPrivateKey, markPrivateKeyExported } from '../storage/private-keys.ts';
import { sealForExport } from '../transport/export-bundle.ts';

export const exportPrivateKey = submitHandler(
  operation,
  async (context, { privateKeyId, targetPublicKey }) => {
    const { store, caller, storageKey, now } = context;
    const key = await findPrivateKey(store, caller.organizationId, privateKeyId);
    if (key === undefined)
      throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no private key found with the ID ${privateKeyId}`);
    const privateKey = storageKey.open(key.sealed_key, key.id);
    try {
      const exportBundle = await sealForExport(
        context,
        privateKey,
        targetPublicKey,
        'parameters.targetPublicKey',
      );
      await markPrivateKeyExported(store, key.id, now);
      return { privateKeyId: key.id, exportBundle };
    } finally {
      privateKey.wipe();
    }
  },
  { conditionValues: (on, { privateKeyId }) => privateKeyValues(on, privateKeyId) },
);
