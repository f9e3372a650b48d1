import { z } from 'zod';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { AuthProxyPlace } from '#preload/contract/published.ts';
import { AUTH_PROXY_FEATURE, readAuthProxyFeature } from '#protocol/auth-proxy.ts';
import { getOrganizationConfigs } from '#protocol/catalogue/organization.ts';
import { WEBHOOK_ALGORITHM, webhookKeyThumbprint } from '#protocol/webhook.ts';
import { NEUTRAL_WEBHOOK_NAMES } from '#protocol/webhook-names.ts';
import { PUBLISHED_WEBHOOK_NAMES } from '#protocol/wire.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { LocalService } from '../../embedded-service/local-service.ts';
import { type Published, readBaseUrl, readPublished } from '../../service-client/published.ts';
import { LOCAL_PROFILE_ID } from '../../storage/profiles.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { type LocalActionParts, type LocalActions, describeAuthProxy } from '../local-actions/module.ts';
import { profileError } from '../profiles/errors.ts';

const keptPlace = z.object({ url: z.string(), configId: z.string() });

/** What services publish without a stamp. */
export const published = defineModule({
  start: (
    needs: LocalActionParts & Pick<ConsoleContext, 'timing' | 'sessions' | 'service' | 'storage' | 'routes'>,
  ): ModuleParts<'published'> => {
    const reader = readPublished(needs.timing, needs.routes);
    return {
      handlers: {
        published: publishedHandlers({ ...needs, published: reader, settings: needs.storage.settings }),
      },
      close: () => reader.close(),
    };
  },
});

export function publishedHandlers(parts: {
  readonly published: Published;
  readonly sessions: Pick<ContextResolver, 'query' | 'current' | 'place'>;
  readonly service: Pick<LocalService, 'ready'>;
  readonly settings: SettingStore;
  readonly local: LocalActions;
}): Handlers<ConsoleContract>['published'] {
  const { published, sessions, service, settings, local } = parts;

  const placeOf = async (profileId: string): Promise<AuthProxyPlace> => {
    const { features } = (await sessions.query(getOrganizationConfigs, {})).configs;
    const feature = features.find(({ name }) => name === AUTH_PROXY_FEATURE)?.value ?? null;
    const known = feature === null ? undefined : readAuthProxyFeature(feature);
    const builtIn = profileId === LOCAL_PROFILE_ID;
    const kept = builtIn ? undefined : await settings.get(`auth-proxy.${profileId}`);
    const place = kept === undefined ? undefined : keptPlace.parse(JSON.parse(kept));
    return {
      url: builtIn ? (service.ready()?.authProxyUrl ?? null) : (place?.url ?? null),
      configId: place?.configId ?? known?.configId ?? null,
      builtIn,
      feature,
      allowedOrigins: known?.allowedOrigins ?? null,
    };
  };

  return {
    webhookKeys: async () => {
      const { profile } = await sessions.current();
      const { address } = await sessions.place(profile.id);
      const names = profile.id === LOCAL_PROFILE_ID ? NEUTRAL_WEBHOOK_NAMES : PUBLISHED_WEBHOOK_NAMES;
      const keys = await published.webhookKeys(address, names);
      return keys.map(({ keyId, publicKey, algorithm = WEBHOOK_ALGORITHM }) => ({
        keyId,
        algorithm,
        publicKey,
        thumbprint: webhookKeyThumbprint(publicKey),
      }));
    },
    authProxyPlace: async () => placeOf((await sessions.current()).profile.id),
    placeAuthProxy: async ({ url, configId }) => {
      const { profile } = await sessions.current();
      if (profile.id === LOCAL_PROFILE_ID) throw profileError('PROFILE_IS_BUILT_IN');
      const address = readBaseUrl(url);
      await local.approve(describeAuthProxy(profile.name, address, configId));
      await settings.set(`auth-proxy.${profile.id}`, JSON.stringify({ url: address, configId }));
    },
    authProxy: async () => {
      const { profile } = await sessions.current();
      const { url, configId } = await placeOf(profile.id);
      if (url === null || configId === null) throw profileError('AUTH_PROXY_UNPLACED');
      const { address } = await sessions.place(profile.id);
      // The auth proxy belongs to the service: it is reached the same way.
      const configuration = await published.walletKitConfig({ ...address, baseUrl: url }, configId);
      return { configuration, isOurs: configuration.organizationId === profile.organizationId };
    },
  };
}
