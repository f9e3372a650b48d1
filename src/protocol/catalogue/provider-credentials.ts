import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { submit, query } from './operation.ts';
import { id } from './fields.ts';

/** The two providers of on-ramps (specification, "create_fiat_on_ramp_credential"; PROTOCOL.md, section 1). */
const FIAT_ON_RAMP_PROVIDERS = ['FIAT_ON_RAMP_PROVIDER_COINBASE', 'FIAT_ON_RAMP_PROVIDER_MOONPAY'] as const;
export const fiatOnRampProvider = () => z.enum(FIAT_ON_RAMP_PROVIDERS).meta({ label: 'Provider' });

/** The two providers of OAuth 2.0 (specification, "create_oauth2_credential"; PROTOCOL.md, section 1). */
const OAUTH2_PROVIDERS = ['OAUTH2_PROVIDER_X', 'OAUTH2_PROVIDER_DISCORD'] as const;
export const oauth2Provider = () => z.enum(OAUTH2_PROVIDERS).meta({ label: 'Provider' });

/** What identifies an account at a provider. */
export const providerText = (label: string) => z.string().min(1).max(1024).meta({ label });

/** A secret that a client sealed to one of the service's keys, as text. */
export const sealedText = (label: string, control: 'onRampSealed' | 'fetcherSealed') =>
  z
    .string()
    .min(1)
    .max(1 << 15)
    .meta({ label, control });

/** OPERATIONS.md, v1FiatOnRampCredential. */
export const fiatOnRampCredential = z.looseObject({
  fiatOnrampCredentialId: z.string(),
  organizationId: z.string(),
  onrampProvider: z.enum(FIAT_ON_RAMP_PROVIDERS),
  projectId: z.string().optional(),
  publishableApiKey: z.string(),
  encryptedSecretApiKey: z.string(),
  encryptedPrivateApiKey: z.string().optional(),
  sandboxMode: z.boolean().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** OPERATIONS.md, v1Oauth2Credential. */
export const oauth2Credential = z.looseObject({
  oauth2CredentialId: z.string(),
  organizationId: z.string(),
  provider: z.enum(OAUTH2_PROVIDERS),
  clientId: z.string(),
  encryptedClientSecret: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Specification, "create_fiat_on_ramp_credential". */
export const createFiatOnRampCredential = submit({
  path: 'create_fiat_on_ramp_credential',
  effect: 'write',
  summary: 'Create a fiat on-ramp credential',
  parameters: z.strictObject({
    onrampProvider: fiatOnRampProvider(),
    projectId: providerText('Project ID').nullish(),
    publishableApiKey: providerText('Publishable API key'),
    encryptedSecretApiKey: sealedText('Encrypted secret API key', 'onRampSealed'),
    encryptedPrivateApiKey: sealedText('Encrypted private API key', 'onRampSealed').nullish(),
    sandboxMode: z.boolean().nullish().meta({ label: 'Sandbox mode' }),
  }),
  output: z.looseObject({ fiatOnRampCredentialId: z.string() }),
});

/** OPERATIONS.md; the request spells the identifier unlike the result. */
export const deleteFiatOnRampCredential = submit({
  path: 'delete_fiat_on_ramp_credential',
  effect: 'destroy',
  summary: 'Delete a fiat on-ramp credential',
  parameters: z.strictObject({ fiatOnrampCredentialId: id('Credential', 'onRampCredential') }),
  output: z.looseObject({ fiatOnRampCredentialId: z.string() }),
});

/** OPERATIONS.md. */
export const listFiatOnRampCredentials = query({
  path: 'list_fiat_on_ramp_credentials',
  summary: 'List fiat on-ramp credentials',
  parameters: z.strictObject({}),
  output: z.looseObject({ fiatOnRampCredentials: z.array(fiatOnRampCredential) }),
});

/** Specification, "create_oauth2_credential". */
export const createOauth2Credential = submit({
  path: 'create_oauth2_credential',
  effect: 'write',
  summary: 'Create an OAuth 2.0 credential',
  parameters: z.strictObject({
    provider: oauth2Provider(),
    clientId: providerText('Client ID'),
    encryptedClientSecret: sealedText('Encrypted client secret', 'fetcherSealed'),
  }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});

/** OPERATIONS.md. */
export const updateOauth2Credential = submit({
  path: 'update_oauth2_credential',
  effect: 'write',
  summary: 'Change an OAuth 2.0 credential',
  parameters: z.strictObject({
    oauth2CredentialId: id('Credential', 'oauth2Credential'),
    ...createOauth2Credential.parameters.shape,
  }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});

/** OPERATIONS.md. */
export const deleteOauth2Credential = submit({
  path: 'delete_oauth2_credential',
  effect: 'destroy',
  summary: 'Delete an OAuth 2.0 credential',
  parameters: z.strictObject({ oauth2CredentialId: id('Credential', 'oauth2Credential') }),
  output: z.looseObject({ oauth2CredentialId: z.string() }),
});

/** OPERATIONS.md. */
export const getOauth2Credential = query({
  path: 'get_oauth2_credential',
  summary: 'Show an OAuth 2.0 credential',
  parameters: z.strictObject({ oauth2CredentialId: id('Credential', 'oauth2Credential') }),
  output: z.looseObject({ oauth2Credential }),
});

/** OPERATIONS.md. */
export const listOauth2Credentials = query({
  path: 'list_oauth2_credentials',
  summary: 'List OAuth 2.0 credentials',
  parameters: z.strictObject({}),
  output: z.looseObject({ oauth2Credentials: z.array(oauth2Credential) }),
});
