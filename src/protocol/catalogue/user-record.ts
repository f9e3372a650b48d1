import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { authenticator } from './authenticator.ts';
import { oauthProvider } from './oauth-provider.ts';

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

/** A user (OPERATIONS.md, v1User). */
export const user = z.looseObject({
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string().nullish(),
  userPhoneNumber: z.string().nullish(),
  authenticators: z.array(authenticator),
  apiKeys: z.array(apiKey),
  userTags: z.array(z.string()),
  oauthProviders: z.array(oauthProvider),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type User = z.infer<typeof user>;
