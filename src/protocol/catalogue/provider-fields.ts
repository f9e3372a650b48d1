import { z } from 'zod';
import { timestamp } from '../activity.ts';

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
