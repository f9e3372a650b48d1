import { z } from 'zod';
import { address, addressFormats, curve, id, name } from './fields.ts';
import { encryptedBundle } from './transport-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const importPrivateKey = submit({
  path: 'import_private_key',
  type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
  intent: 'importPrivateKeyIntent',
  result: 'importPrivateKeyResult',
  effect: 'write',
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
