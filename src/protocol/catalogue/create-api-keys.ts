import { z } from 'zod';
import { API_KEY_CURVES } from '../stamp.ts';
import { apiPublicKey, expirationSeconds, id, name } from './fields.ts';
import { submit } from './operation.ts';

/** Specification, "create_api_keys". */
export const createApiKeys = submit({
  path: 'create_api_keys',
  type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
  intent: 'createApiKeysIntentV2',
  result: 'createApiKeysResult',
  effect: 'write',
  summary: 'Create API keys',
  parameters: z.strictObject({
    apiKeys: z
      .array(
        z.strictObject({
          apiKeyName: name('Name'),
          publicKey: apiPublicKey(),
          curveType: z.enum(API_KEY_CURVES).meta({ label: 'Curve' }),
          expirationSeconds: expirationSeconds().nullish(),
        }),
      )
      .min(1)
      .max(10)
      .meta({ label: 'API keys' }),
    userId: id('User', 'user'),
  }),
  output: z.looseObject({ apiKeyIds: z.array(z.string()) }),
});
