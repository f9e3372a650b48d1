import { z } from 'zod';
import type { WalletKitConfig } from '../../protocol/auth-proxy.ts';
import type { FeatureName } from '../../protocol/catalogue/organization-record.ts';
import { featureOfAll } from '../storage/features.ts';
import type { Store } from '../storage/store.ts';

const FEATURE: FeatureName = 'FEATURE_NAME_AUTH_PROXY';
const DEFAULT_SESSION_SECONDS = '900';

/** Scheme, host and port, as browsers write an origin: nothing after it, and never "null" or a pattern. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The value of the feature, as JSON text (docs/decisions/072). */
const configuration = z.strictObject({
  configId: z.uuidv4().toLowerCase(),
  allowedOrigins: z.array(z.string().refine(isOrigin)).default([]),
  enabledProviders: z.array(z.string()).default([]),
  sessionExpirationSeconds: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .default(DEFAULT_SESSION_SECONDS),
  oauthClientIds: z.record(z.string(), z.string()).optional(),
  oauthRedirectUrl: z.url().optional(),
  otpAlphanumeric: z.boolean().optional(),
  otpLength: z
    .string()
    .regex(/^[1-9]\d?$/)
    .optional(),
});

/** How an organization's front ends use the auth proxy. */
export interface ProxyConfiguration {
  readonly configId: string;
  readonly allowedOrigins: readonly string[];
  readonly answer: WalletKitConfig;
}

/** The configuration of an id, or undefined; an id that two organizations claim names neither. */
export async function findConfiguration(store: Store, id: string): Promise<ProxyConfiguration | undefined> {
  const [found, ...others] = (await configurations(store)).filter(
    ({ configId }) => configId === id.toLowerCase(),
  );
  return others.length === 0 ? found : undefined;
}

/** Whether any configuration lists an origin: all that can be asked before a browser sends the id itself. */
export const isListedAnywhere = async (store: Store, origin: string): Promise<boolean> =>
  (await configurations(store)).some(({ allowedOrigins }) => allowedOrigins.includes(origin));

async function configurations(store: Store): Promise<ProxyConfiguration[]> {
  const rows = await featureOfAll(store, FEATURE);
  return rows.flatMap((row) => readConfiguration(row.organization_id, row.value) ?? []);
}

/** What a feature's value configures; a value that is not such JSON configures nothing. */
function readConfiguration(organizationId: string, value: string): ProxyConfiguration | undefined {
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    return undefined;
  }
  const parsed = configuration.safeParse(json).data;
  if (parsed === undefined) return undefined;
  const { configId, allowedOrigins, enabledProviders, sessionExpirationSeconds, ...optional } = parsed;
  return {
    configId,
    allowedOrigins,
    answer: { enabledProviders, sessionExpirationSeconds, organizationId, ...optional },
  };
}
