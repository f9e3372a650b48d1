import * as privateKeys from '#protocol/catalogue/private-keys.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import type { Secret } from '#protocol/secret.ts';
import { privateKeyValues } from '../../engine/key-values.ts';
import { objectPageOf } from '../../engine/object-page.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/require-row.ts';
import { generateKeyPair, type KeyPair } from '../../keys/key-pair.ts';
import { asInvalidField } from '../../errors.ts';
import { addressesOfPrivateKey, listPrivateKeysOf } from '../../storage/private-keys.ts';
import { updateWhere } from '../../storage/rows.ts';
import { sealForExport } from '../transport/export-bundle.ts';
import { beginImport, receiveImport } from '../transport/user-import.ts';
import { keepPrivateKey } from './keep-private-key.ts';
import { privateKeyRecord } from './record.ts';

export const privateKeyHandlers = handlersOf(privateKeys, {
  createPrivateKeys: async (context, { privateKeys }) => {
    const created = [];
    for (const [index, { privateKeyName, curve, privateKeyTags, addressFormats }] of privateKeys.entries()) {
      const pair = generateKeyPair(curve);
      const key = {
        pair,
        name: privateKeyName,
        curve,
        tags: privateKeyTags,
        addressFormats,
        imported: false,
      };
      try {
        created.push(await keepPrivateKey(context, key, `parameters.privateKeys.${index}.addressFormats`));
      } finally {
        pair.privateKey.wipe();
      }
    }
    return { privateKeys: created };
  },

  getPrivateKey: async ({ store, caller }, { privateKeyId }) => {
    const key = await requireRow({ store, caller }, 'private_key', privateKeyId);
    return { privateKey: privateKeyRecord({ key, addresses: await addressesOfPrivateKey(store, key.id) }) };
  },

  listPrivateKeys: async ({ store, caller }, { paginationOptions }) => {
    const page = paginationOptions == null ? undefined : objectPageOf(paginationOptions);
    const keys = await listPrivateKeysOf(store, caller.organizationId, page);
    return { privateKeys: keys.map(privateKeyRecord) };
  },

  exportPrivateKey: {
    perform: async (context, { privateKeyId, targetPublicKey }) => {
      const { store, caller, storageKey, now } = context;
      const key = await requireRow({ store, caller }, 'private_key', privateKeyId);
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
    rules: { conditionValues: (on, { privateKeyId }) => privateKeyValues(on, privateKeyId) },
  },

  initImportPrivateKey: async (context, { userId }) => ({
    importBundle: await beginImport(context, 'private-key', userId),
  }),

  importPrivateKey: async (context, parameters) => {
    const { userId, privateKeyName, encryptedBundle, curve, addressFormats } = parameters;
    const privateKey = await receiveImport(context, 'private-key', userId, encryptedBundle);
    try {
      const pair = pairOf(privateKey, curve);
      const key = { pair, name: privateKeyName, curve, tags: [], addressFormats, imported: true };
      return await keepPrivateKey(context, key, 'parameters.addressFormats');
    } finally {
      privateKey.wipe();
    }
  },
});

function pairOf(privateKey: Secret, curve: KeyCurve): KeyPair {
  try {
    return { privateKey, publicKey: publicKeyOf(curve, privateKey) };
  } catch (error) {
    throw asInvalidField(error, 'parameters.encryptedBundle');
  }
}
