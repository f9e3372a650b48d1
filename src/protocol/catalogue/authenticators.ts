import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { id, name } from './fields.ts';
import { submit, query } from './operation.ts';

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

const base64Url = (label: string, longest: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'base64url')
    .max(longest)
    .meta({ label, control: 'text' });

/** Specification, "create_authenticators"; the result from OPERATIONS.md. */
export const createAuthenticators = submit({
  path: 'create_authenticators',
  version: 2,
  effect: 'write',
  summary: 'Create authenticators',
  parameters: z.strictObject({
    authenticators: z
      .array(
        z.strictObject({
          authenticatorName: name('Name'),
          challenge: z.string().min(1).max(1024).meta({ label: 'Challenge' }),
          attestation: z
            .strictObject({
              credentialId: base64Url('Credential id', 2048),
              clientDataJson: base64Url('Client data', 8192),
              attestationObject: base64Url('Attestation object', 65_536),
              transports: z.array(z.enum(AUTHENTICATOR_TRANSPORTS)).max(8).meta({ label: 'Transports' }),
            })
            .meta({ label: 'Attestation' }),
        }),
      )
      .min(1)
      .max(10)
      .meta({ label: 'Authenticators' }),
    userId: id('User', 'user'),
  }),
  output: z.looseObject({ authenticatorIds: z.array(z.string()) }),
});

/** OPERATIONS.md, "delete_authenticators". */
export const deleteAuthenticators = submit({
  path: 'delete_authenticators',
  effect: 'destroy',
  summary: 'Delete authenticators',
  parameters: z.strictObject({
    userId: id('User', 'user'),
    authenticatorIds: z
      .array(id('Authenticator', 'authenticator'))
      .min(1)
      .max(10)
      .meta({ label: 'Authenticators' }),
  }),
  output: z.looseObject({ authenticatorIds: z.array(z.string()) }),
});

/** OPERATIONS.md, "get_authenticator". */
export const getAuthenticator = query({
  path: 'get_authenticator',
  summary: 'Show an authenticator',
  parameters: z.strictObject({ authenticatorId: id('Authenticator', 'authenticator') }),
  output: z.looseObject({ authenticator }),
});

/** OPERATIONS.md, "get_authenticators": those of one user. */
export const getAuthenticators = query({
  path: 'get_authenticators',
  summary: 'List authenticators',
  parameters: z.strictObject({ userId: id('User', 'user') }),
  output: z.looseObject({ authenticators: z.array(authenticator) }),
});
