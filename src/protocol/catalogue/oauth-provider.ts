import { z } from 'zod';
import { timestamp } from '../activity.ts';

/** An OIDC identity of a user as queries show it (OPERATIONS.md, v1OauthProvider). */
export const oauthProvider = z.looseObject({
  providerId: z.string(),
  providerName: z.string(),
  issuer: z.string(),
  audience: z.string(),
  subject: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type OauthProvider = z.infer<typeof oauthProvider>;
