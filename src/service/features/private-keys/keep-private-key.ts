import { randomUUID } from 'node:crypto';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { featureError } from '../errors.ts';
import { insertPrivateKey } from '../../storage/private-keys.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { KeyPair } from '../../keys/key-pair.ts';

/**
 * Keeps a private key, sealed, with its addresses.
 * @param field where the address formats stand in the request, for errors
 * @throws ServiceError REQUEST_INVALID when a format does not exist for the curve
 */
export async function keepPrivateKey(
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
