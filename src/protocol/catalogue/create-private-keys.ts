import { z } from 'zod';
import { address, addressFormats, curve, name } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const createPrivateKeys = submit({
  path: 'create_private_keys',
  type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
  intent: 'createPrivateKeysIntentV2',
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
      .meta({ label: 'Private keys' }),
  }),
  output: z.looseObject({
    privateKeys: z.array(z.looseObject({ privateKeyId: z.string(), addresses: z.array(address) })),
  }),
});
