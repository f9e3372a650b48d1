import { AUTH_PROXY_FEATURE, readAuthProxyFeature } from '#protocol/auth-proxy.ts';
import type { WalletKitConfig } from '#protocol/auth-proxy.ts';
import { featureOfAll } from '../storage/organization-features.ts';
import type { Store } from '../storage/store.ts';

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
  const rows = await featureOfAll(store, AUTH_PROXY_FEATURE);
  return rows.flatMap((row) => toConfiguration(row.organization_id, row.value) ?? []);
}

function toConfiguration(organizationId: string, value: string): ProxyConfiguration | undefined {
  const feature = readAuthProxyFeature(value);
  if (feature === undefined) return undefined;
  const { configId, allowedOrigins, enabledProviders, sessionExpirationSeconds, ...optional } = feature;
  return {
    configId,
    allowedOrigins,
    answer: { enabledProviders, sessionExpirationSeconds, organizationId, ...optional },
  };
}
