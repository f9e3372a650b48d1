import { exportPrivateKey as operation } from '../../protocol/catalogue/private-keys.ts';
import { privateKeyValues } from '../engine/key-values.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { sealForExport } from '../features/transport/export-bundle.ts';
import { findRow, updateWhere } from '../storage/rows.ts';

export const exportPrivateKey = submitHandler(
  operation,
  async (context, { privateKeyId, targetPublicKey }) => {
    const { store, caller, storageKey, now } = context;
    const key = await findRow(store, 'private_key', caller.organizationId, privateKeyId);
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
      await updateWhere(store, 'private_key', { id: key.id }, { exported: 1, updated_at: now });
      return { privateKeyId: key.id, exportBundle };
    } finally {
      privateKey.wipe();
    }
  },
  { conditionValues: (on, { privateKeyId }) => privateKeyValues(on, privateKeyId) },
);
