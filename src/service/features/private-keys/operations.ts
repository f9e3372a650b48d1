import { randomUUID } from 'node:crypto';
import { addressOf } from '#chains/addresses/address-of.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import * as privateKeys from '#protocol/catalogue/private-keys.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import type { Secret } from '#protocol/secret.ts';
import { privateKeyValues } from '../../engine/key-values.ts';
import { objectPageOf, updateWhere } from '../../storage/rows.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import { asInvalidField } from '../../errors.ts';
import { type KeyPair, generateKeyPair } from '../../keys/key-pair.ts';
import {
  type PrivateKeyWithAddresses,
  addressesOfPrivateKey,
  insertPrivateKey,
  listPrivateKeysOf,
} from '../../storage/signing-keys.ts';
import { featureError } from '../errors.ts';
import { beginImport, receiveImport, sealForExport } from '../transport/bundles.ts';

/** The private key as queries show it: everything but the key. */
export function privateKeyRecord({ key, addresses }: PrivateKeyWithAddresses): PrivateKey {
  return {
    privateKeyId: key.id,
    publicKey: key.public_key,
    privateKeyName: key.name,
    curve: key.curve,
    addresses: addresses.map(({ format, address }) => ({ format, address })) as PrivateKey['addresses'],
    privateKeyTags: JSON.parse(key.tags) as string[],
    createdAt: timeText(key.created_at),
    updatedAt: timeText(key.updated_at),
    exported: key.exported === 1,
    imported: key.imported === 1,
  };
}

/**
 * Keeps a private key, sealed, with its addresses.
 * @param field where the address formats stand in the request, for errors
 * @throws ServiceError REQUEST_INVALID when a format does not exist for the curve
 */
async function keepPrivateKey(
  { store, caller, storageKey, now }: SubmitContext,
  key: {
    readonly pair: KeyPair;
    readonly name: string;
    readonly curve: KeyCurve;
    readonly tags: readonly string[];
    readonly addressFormats: readonly AddressFormat[];
    readonly imported: boolean;
  },
  field: string,
): Promise<{ privateKeyId: string; addresses: { format: AddressFormat; address: string }[] }> {
  const { privateKey, publicKey } = key.pair;
  const addresses = [...new Set(key.addressFormats)].map((format) => ({
    format,
    address: checkedAddress(format, key.curve, publicKey, field),
  }));
  const privateKeyId = randomUUID();
  const row = {
    id: privateKeyId,
    organization_id: caller.organizationId,
    name: key.name,
    curve: key.curve,
    public_key: publicKey,
    sealed_key: privateKey.use((bytes) => storageKey.seal(bytes, privateKeyId)),
    tags: JSON.stringify(key.tags),
    exported: 0,
    imported: key.imported ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  await insertPrivateKey(store, row, addresses);
  return { privateKeyId, addresses };
}

function checkedAddress(format: AddressFormat, curve: KeyCurve, publicKey: string, field: string): string {
  try {
    return addressOf(format, curve, fromHex(publicKey));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ADDRESS_FORMAT_CURVE_MISMATCH') throw error;
    throw featureError('REQUEST_INVALID.addressFormat', { field, why: error.message, cause: error });
  }
}

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
    handle: async (context, { privateKeyId, targetPublicKey }) => {
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
