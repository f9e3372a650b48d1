import { z } from 'zod';
import { timestamp } from '../activity.ts';

/** How an authenticator is reached (specification, "create_authenticators"). */
export const AUTHENTICATOR_TRANSPORTS = [
  'AUTHENTICATOR_TRANSPORT_BLE',
  'AUTHENTICATOR_TRANSPORT_INTERNAL',
  'AUTHENTICATOR_TRANSPORT_NFC',
  'AUTHENTICATOR_TRANSPORT_USB',
  'AUTHENTICATOR_TRANSPORT_HYBRID',
] as const;
export type AuthenticatorTransport = (typeof AUTHENTICATOR_TRANSPORTS)[number];

/** An authenticator as queries show it (OPERATIONS.md, v1Authenticator); `credentialId` is base64url, `publicKey` hex. */
export const authenticator = z.looseObject({
  transports: z.array(z.enum(AUTHENTICATOR_TRANSPORTS)),
  attestationType: z.string(),
  aaguid: z.string(),
  credentialId: z.string(),
  model: z.string(),
  credential: z.looseObject({ publicKey: z.string(), type: z.string() }),
  authenticatorId: z.string(),
  authenticatorName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Authenticator = z.infer<typeof authenticator>;
