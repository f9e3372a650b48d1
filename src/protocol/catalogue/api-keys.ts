import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { API_KEY_CURVES } from '../stamp.ts';
import { apiPublicKey, expirationSeconds, id, name } from './fields.ts';
import { submit, query } from './operation.ts';

/** An API key as records of users show it (OPERATIONS.md, v1ApiKey). */
export const apiKey = z.looseObject({
  credential: z.looseObject({ publicKey: z.string(), type: z.string() }),
  apiKeyId: z.string(),
  apiKeyName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  expirationSeconds: z.string().nullish(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Specification, "create_api_keys". */
export const createApiKeys = submit({
  path: 'create_api_keys',
  version: 2,
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

/** PROTOCOL.md, section 12. */
export const deleteApiKeys = submit({
  path: 'delete_api_keys',
  effect: 'destroy',
  summary: 'Delete API keys',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    apiKeyIds: z.array(id('API key', 'apiKey')).min(1).max(100).meta({ label: 'API keys' }),
  }),
  output: z.looseObject({ apiKeyIds: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const getApiKeys = query({
  path: 'get_api_keys',
  summary: 'List API keys',
  parameters: z.strictObject({ userId: id('User', 'user').nullish() }),
  output: z.looseObject({ apiKeys: z.array(apiKey) }),
});
