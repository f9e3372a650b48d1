import { z } from 'zod';
import type { FeatureName } from './feature-text.ts';

/** The header that names a configuration of the auth proxy (specification, "Auth-proxy query"). */
export const CONFIG_ID_HEADER = 'X-Auth-Proxy-Config-Id';

/** The organization's feature whose value configures the auth proxy (docs/decisions/072). */
export const AUTH_PROXY_FEATURE: FeatureName = 'FEATURE_NAME_AUTH_PROXY';

/** The answer to `wallet_kit_config` (specification, "Auth-proxy query"). */
export const walletKitConfig = z.looseObject({
  enabledProviders: z.array(z.string()),
  sessionExpirationSeconds: z.string(),
  organizationId: z.string(),
  oauthClientIds: z.record(z.string(), z.string()).optional(),
  oauthRedirectUrl: z.string().optional(),
  otpAlphanumeric: z.boolean().optional(),
  otpLength: z.string().optional(),
});
export type WalletKitConfig = z.infer<typeof walletKitConfig>;

const normalUrl = z.url({ protocol: /^https?$/, normalize: true });
/** Scheme, host and port, as browsers write an origin: nothing after it, and never "null" or a pattern. */
const isOrigin = (text: string): boolean =>
  !text.includes('@') && normalUrl.safeParse(text).data === `${text}/`;

const featureValue = z.strictObject({
  configId: z.uuidv4().toLowerCase(),
  allowedOrigins: z.array(z.string().refine(isOrigin)).default([]),
  enabledProviders: z.array(z.string()).default([]),
  sessionExpirationSeconds: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .default('900'),
  oauthClientIds: z.record(z.string(), z.string()).optional(),
  oauthRedirectUrl: z.url().optional(),
  otpAlphanumeric: z.boolean().optional(),
  otpLength: z
    .string()
    .regex(/^[1-9]\d?$/)
    .optional(),
});
/** What the feature's value says, with its defaults. */
export type AuthProxyFeature = z.output<typeof featureValue>;

/**
 * Reads the value of the feature, JSON text (docs/decisions/072).
 * @returns undefined for a value that configures nothing
 */
export function readAuthProxyFeature(value: string): AuthProxyFeature | undefined {
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return undefined;
  }
  return featureValue.safeParse(json).data;
}
