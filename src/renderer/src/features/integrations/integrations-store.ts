import type { listEarnEnabledVaults } from '#protocol/catalogue/earn.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type {
  listFiatOnRampCredentials,
  listOauth2Credentials,
} from '#protocol/catalogue/provider-credentials.ts';
import type { listTvcAppDeployments, listTvcApps } from '#protocol/catalogue/tvc.ts';
import type { listWebhookEndpoints } from '#protocol/catalogue/webhooks.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';

export const webhookEndpoints = createQuery(
  async () => (await ask<typeof listWebhookEndpoints>('list_webhook_endpoints', {})).webhookEndpoints,
);

export type OnRampCredential = OutputOf<typeof listFiatOnRampCredentials>['fiatOnRampCredentials'][number];
export const onRampCredentials = createQuery(
  async () =>
    (await ask<typeof listFiatOnRampCredentials>('list_fiat_on_ramp_credentials', {})).fiatOnRampCredentials,
);

export type Oauth2Credential = OutputOf<typeof listOauth2Credentials>['oauth2Credentials'][number];
export const oauth2Credentials = createQuery(
  async () => (await ask<typeof listOauth2Credentials>('list_oauth2_credentials', {})).oauth2Credentials,
);

type Vaults = NonNullable<OutputOf<typeof listEarnEnabledVaults>['enabledVaults']>;
export type EarnWrapper = Vaults[number];
export const earnWrappers = createQuery(
  async (): Promise<Vaults> =>
    (await ask<typeof listEarnEnabledVaults>('list_earn_enabled_vaults', {})).enabledVaults ?? [],
);

export type TvcApp = OutputOf<typeof listTvcApps>['tvcApps'][number];
export type TvcDeployment = OutputOf<typeof listTvcAppDeployments>['tvcDeployments'][number];
export const tvcApps = createQuery(async () => (await ask<typeof listTvcApps>('list_tvc_apps', {})).tvcApps);

/** The deployments of an app, by its id. */
export const tvcDeployments = createQuery(
  async (appId) =>
    (await ask<typeof listTvcAppDeployments>('list_tvc_app_deployments', { appId })).tvcDeployments,
);

/** The keys that webhooks are signed with. */
export const webhookKeys = createQuery(() => getConsole().published.webhookKeys());

/** Where the auth proxy answers, and what the organization's feature says. */
export const authProxyPlace = createQuery(() => getConsole().published.authProxyPlace());

/** What login front ends are told; asked about by address and id, so that another place forgets it. */
export const authProxy = createQuery(() => getConsole().published.authProxy());
