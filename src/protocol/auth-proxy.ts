import { z } from 'zod';

/** The header that names a configuration of the auth proxy (specification, "Auth-proxy query"). */
export const CONFIG_ID_HEADER = 'X-Auth-Proxy-Config-Id';

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
