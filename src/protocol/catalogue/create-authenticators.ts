import { z } from 'zod';
import { AUTHENTICATOR_TRANSPORTS } from './authenticator.ts';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';

const base64Url = (label: string, longest: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'base64url')
    .max(longest)
    .meta({ label, control: 'text' });

/** Specification, "create_authenticators"; the result from OPERATIONS.md. */
export const createAuthenticators = submit({
  path: 'create_authenticators',
  type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
  intent: 'createAuthenticatorsIntentV2',
  result: 'createAuthenticatorsResult',
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
