import { randomUUID } from 'node:crypto';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import * as privateKeys from '#protocol/catalogue/private-keys.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { AppError } from '#protocol/error.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret, secretBytes } from '#protocol/secret.ts';
import { privateKeyValues } from '../../engine/key-values.ts';
import { objectPageOf, updateWhere } from '../../storage/rows.ts';
import {
  type Prepared,
  type SubmitContext,
  handlersOf,
  isLargeWork,
  preparedAs,
} from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import { asInvalidField } from '../../errors.ts';
import { generatePrivateKey } from '../../keys/key-pair.ts';
import { WORK_MS } from '../../keys/key-threads.ts';
import {
  ItemError,
  KEY_WORK,
  type KeyWork,
  PRIVATE_KEY_LENGTH,
  type PublicSide,
} from '../../keys/key-work.ts';
import {
  type PrivateKeyWithAddresses,
  addressesOfPrivateKey,
  insertPrivateKey,
  pageOfPrivateKeys,
  privateKeysInTurns,
} from '../../storage/signing-keys.ts';
import type { InTurns } from '../../storage/turns.ts';
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

/** The records of all private keys of an organization, oldest first. */
export async function privateKeyRecords(on: InTurns, organizationId: string): Promise<PrivateKey[]> {
  const records: PrivateKey[] = [];
  for await (const keys of privateKeysInTurns(on, organizationId))
    for (const key of keys) records.push(privateKeyRecord(key));
  return records;
}

/**
 * Keeps a private key, sealed, with its addresses.
 */
async function keepPrivateKey(
  { store, caller, keyRing, now }: SubmitContext,
  key: {
    readonly privateKey: Secret;
    readonly side: PublicSide;
    readonly name: string;
    readonly curve: KeyCurve;
    readonly tags: readonly string[];
    /** Each once, as the addresses of `side`. */
    readonly addressFormats: readonly AddressFormat[];
    readonly imported: boolean;
  },
): Promise<{ privateKeyId: string; addresses: { format: AddressFormat; address: string }[] }> {
  const { privateKey } = key;
  const { publicKey } = key.side;
  const addresses = key.addressFormats.map((format, index) => ({
    format,
    address: key.side.addresses[index] ?? '',
  }));
  const privateKeyId = randomUUID();
  const named = { id: privateKeyId, organization_id: caller.organizationId };
  const row = {
    ...named,
    name: key.name,
    curve: key.curve,
    public_key: publicKey,
    ...keyRing.seal('private_key', named, { sealed_key: privateKey }),
    tags: JSON.stringify(key.tags),
    exported: 0,
    imported: key.imported ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  await insertPrivateKey(store, row, addresses);
  return { privateKeyId, addresses };
}

/** Each format once: a key has one address of it. */
const formatsOf = (formats: readonly AddressFormat[]): AddressFormat[] => [...new Set(formats)];

/**
 * An error about one of several keys, as it is told.
 * @param fieldOf where a key's address formats stand in the request
 */
function toldError(error: unknown, fieldOf: (index: number) => string): unknown {
  if (!(error instanceof ItemError)) return error;
  const { cause, index } = error;
  if (!(cause instanceof AppError) || cause.code !== 'ADDRESS_FORMAT_CURVE_MISMATCH') return cause;
  return featureError('REQUEST_INVALID.addressFormat', { field: fieldOf(index), why: cause.message, cause });
}

type Wanted = ParametersOf<typeof privateKeys.createPrivateKeys>['privateKeys'];

/** Keys that are ready to be kept. */
class PreparedKeys implements Prepared {
  readonly keys: readonly { readonly privateKey: Secret; readonly side: PublicSide }[];

  constructor(privateKeys: readonly Secret[], sides: readonly PublicSide[]) {
    this.keys = sides.flatMap((side, index) => {
      const privateKey = privateKeys[index];
      return privateKey === undefined ? [] : [{ privateKey, side }];
    });
  }

  /**
   * Makes keys from the system's random source.
   * @param publicSides gives their public sides: in threads or at once
   * @throws ServiceError REQUEST_INVALID when a format does not exist for a key's curve
   */
  static async of(
    wanted: Wanted,
    publicSides: (...work: Parameters<KeyWork['keys']>) => PublicSide[] | Promise<PublicSide[]>,
  ): Promise<PreparedKeys> {
    const privateKeys = wanted.map(({ curve }) => generatePrivateKey(curve));
    const joined = secretBytes(privateKeys.length * PRIVATE_KEY_LENGTH);
    for (const [index, key] of privateKeys.entries())
      key.use((bytes) => joined.set(bytes, index * PRIVATE_KEY_LENGTH));
    const lent = new Secret(joined);
    try {
      return new PreparedKeys(privateKeys, await publicSides(lent, wanted.map(onceOf)));
    } catch (error) {
      for (const key of privateKeys) key.wipe();
      throw toldError(error, (index) => `parameters.privateKeys.${index}.addressFormats`);
    } finally {
      lent.wipe();
    }
  }

  wipe(): void {
    for (const { privateKey } of this.keys) privateKey.wipe();
  }
}

const onceOf = ({ curve, addressFormats }: Wanted[number]) => ({
  curve,
  addressFormats: formatsOf(addressFormats),
});

/** What the making of keys computes, in milliseconds. */
const workOf = (wanted: Wanted): number => wanted.reduce((sum, key) => sum + WORK_MS.key(onceOf(key)), 0);

export const privateKeyHandlers = handlersOf(privateKeys, {
  createPrivateKeys: {
    work: ({ privateKeys: wanted }) => workOf(wanted),
    prepare: ({ keyThreads }, { privateKeys: wanted }) =>
      PreparedKeys.of(wanted, (...work) => keyThreads.keys(...work)),
    handle: async (context, { privateKeys: wanted }) => {
      const isPrepared = isLargeWork(workOf(wanted));
      const made = isPrepared
        ? preparedAs(context, PreparedKeys)
        : await PreparedKeys.of(wanted, KEY_WORK.keys);
      try {
        const created = [];
        for (const [index, { privateKeyName, curve, privateKeyTags, addressFormats }] of wanted.entries()) {
          const key = made.keys[index];
          if (key === undefined) throw new Error('A key was not made.');
          const what = { name: privateKeyName, curve, tags: privateKeyTags, imported: false };
          created.push(
            await keepPrivateKey(context, { ...key, ...what, addressFormats: formatsOf(addressFormats) }),
          );
        }
        return { privateKeys: created };
      } finally {
        if (!isPrepared) made.wipe();
      }
    },
  },

  getPrivateKey: async ({ store, caller }, { privateKeyId }) => {
    const key = await requireRow({ store, caller }, 'private_key', privateKeyId);
    return { privateKey: privateKeyRecord({ key, addresses: await addressesOfPrivateKey(store, key.id) }) };
  },

  listPrivateKeys: async (context, { paginationOptions }) => {
    const { organizationId } = context.caller;
    if (paginationOptions == null) return { privateKeys: await privateKeyRecords(context, organizationId) };
    const keys = await pageOfPrivateKeys(context.store, organizationId, objectPageOf(paginationOptions));
    return { privateKeys: keys.map(privateKeyRecord) };
  },

  exportPrivateKey: {
    handle: async (context, { privateKeyId, targetPublicKey }) => {
      const { store, caller, keyRing, now } = context;
      const key = await requireRow({ store, caller }, 'private_key', privateKeyId);
      const privateKey = keyRing.open('private_key', key, 'sealed_key');
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
      const formats = formatsOf(addressFormats);
      const key = { privateKey, side: publicSideOf(privateKey, curve, formats), name: privateKeyName, curve };
      return await keepPrivateKey(context, { ...key, tags: [], addressFormats: formats, imported: true });
    } finally {
      privateKey.wipe();
    }
  },
});

/** The public side of a key that was imported. */
function publicSideOf(
  privateKey: Secret,
  curve: KeyCurve,
  addressFormats: readonly AddressFormat[],
): PublicSide {
  try {
    publicKeyOf(curve, privateKey);
  } catch (error) {
    throw asInvalidField(error, 'parameters.encryptedBundle');
  }
  try {
    const [side] = KEY_WORK.keys(privateKey, [{ curve, addressFormats }]);
    if (side === undefined) throw new Error('A key was not looked at.');
    return side;
  } catch (error) {
    throw toldError(error, () => 'parameters.addressFormats');
  }
}
