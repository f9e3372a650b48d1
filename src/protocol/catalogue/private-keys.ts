import { z } from 'zod';
import { timestamp } from '../activity.ts';
import {
  CURVES,
  address,
  addressFormats,
  curve,
  encryptedBundle,
  id,
  name,
  paginationOptions,
  targetPublicKey,
} from './fields.ts';
import { query, submit } from './operation.ts';

/** A private key as queries show it: everything but the key. `publicKey` is hex, compressed for the ECDSA curves. */
export const privateKey = z.looseObject({
  privateKeyId: z.string(),
  privateKeyName: z.string(),
  publicKey: z.string(),
  curve: z.enum(CURVES),
  addresses: z.array(address),
  privateKeyTags: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: z.boolean(),
  imported: z.boolean(),
});
export type PrivateKey = z.infer<typeof privateKey>;

/** Each is a row, and nobody else can write while it is inserted. */
const MOST_ADDRESSES = 600;

/** PROTOCOL.md, section 12. */
export const createPrivateKeys = submit({
  path: 'create_private_keys',
  version: 2,
  result: 'createPrivateKeysResultV2',
  effect: 'write',
  summary: 'Create private keys',
  parameters: z.strictObject({
    privateKeys: z
      .array(
        z.strictObject({
          privateKeyName: name('Name'),
          curve: curve(),
          privateKeyTags: z.array(z.string().min(1).max(255)).max(10).meta({ label: 'Tags' }),
          addressFormats: addressFormats(),
        }),
      )
      .min(1)
      .max(100)
      .refine(
        (keys) =>
          keys.reduce((sum, { addressFormats: formats }) => sum + formats.length, 0) <= MOST_ADDRESSES,
        `at most ${MOST_ADDRESSES} addresses together`,
      )
      .meta({ label: 'Private keys' }),
  }),
  output: z.looseObject({
    privateKeys: z.array(z.looseObject({ privateKeyId: z.string(), addresses: z.array(address) })),
  }),
});

/** PROTOCOL.md, section 12. */
export const getPrivateKey = query({
  path: 'get_private_key',
  summary: 'Show a private key',
  parameters: z.strictObject({ privateKeyId: id('Private key', 'privateKey') }),
  output: z.looseObject({ privateKey }),
});

/** PROTOCOL.md, section 12; also answered as `get_private_keys`, and in pages where they are asked for (docs/decisions/003). */
export const listPrivateKeys = query({
  path: 'list_private_keys',
  aliases: ['get_private_keys'],
  summary: 'List private keys',
  parameters: z.strictObject({ paginationOptions: paginationOptions.nullish() }),
  output: z.looseObject({ privateKeys: z.array(privateKey) }),
});

/** Specification, "export_private_key". */
export const exportPrivateKey = submit({
  path: 'export_private_key',
  effect: 'export',
  summary: 'Export a private key',
  parameters: z.strictObject({
    privateKeyId: id('Private key', 'privateKey'),
    targetPublicKey: targetPublicKey(),
  }),
  subject: ({ privateKeyId }) => `private key ${privateKeyId}`,
  output: z.looseObject({ privateKeyId: z.string(), exportBundle: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const initImportPrivateKey = submit({
  path: 'init_import_private_key',
  effect: 'write',
  summary: 'Start the import of a private key',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ importBundle: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const importPrivateKey = submit({
  path: 'import_private_key',
  effect: 'write',
  importsSecrets: true,
  summary: 'Import a private key',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    privateKeyName: name('Name'),
    encryptedBundle: encryptedBundle('Encrypted key'),
    curve: curve(),
    addressFormats: addressFormats(),
  }),
  output: z.looseObject({ privateKeyId: z.string(), addresses: z.array(address) }),
});
