import { describe, expect, it } from 'vitest';
import { publishedHandlers } from '#main/features/published/module.ts';
import type { SettingName } from '#main/storage/settings.ts';
import { LOCAL_PROFILE_ID } from '#main/storage/profiles.ts';

const ORGANIZATION = '6a2f4c1e-0b0a-4a54-9d3e-3f4c7b0f2d11';
const CONFIG_ID = '8f14e45f-ceea-467f-a8e6-1b2c3d4e5f60';
const AUTH_PROXY = 'http://127.0.0.1:8081';

/** The handlers for a profile; the service behind them answers for `answeredFor`. */
function handlersFor(profileId: string, feature?: string, answeredFor = ORGANIZATION) {
  const kept = new Map<SettingName, string>();
  const asked: unknown[] = [];
  const handlers = publishedHandlers({
    local: { approve: () => Promise.resolve({ id: 'id', line: { number: 1, hash: '' } }) },
    settings: {
      get: (name) => Promise.resolve(kept.get(name)),
      set: (name, value) => {
        kept.set(name, value);
        return Promise.resolve();
      },
    },
    service: { ready: () => ({ authProxyUrl: AUTH_PROXY }) as never },
    sessions: {
      current: () => Promise.resolve({ profile: { id: profileId, organizationId: ORGANIZATION } } as never),
      place: () => Promise.resolve({ address: { baseUrl: 'http://127.0.0.1:8080' } } as never),
      query: () =>
        Promise.resolve({
          configs: {
            features: feature === undefined ? [] : [{ name: 'FEATURE_NAME_AUTH_PROXY', value: feature }],
          },
        } as never),
    },
    published: {
      webhookKeys: ({ baseUrl }, { jwkAlgorithm }) => {
        asked.push([baseUrl, jwkAlgorithm]);
        return Promise.resolve([]);
      },
      walletKitConfig: ({ baseUrl }, configId) => {
        asked.push([baseUrl, configId]);
        const configuration = { enabledProviders: [], sessionExpirationSeconds: '900' };
        return Promise.resolve({ ...configuration, organizationId: answeredFor });
      },
      close: () => Promise.resolve(),
    },
  });
  return { handlers, asked };
}

const feature = JSON.stringify({ configId: CONFIG_ID, allowedOrigins: ['https://app.example'] });

describe('the auth proxy of a profile', () => {
  it('is that of the service on this machine, by the id in the feature', async () => {
    const { handlers, asked } = handlersFor(LOCAL_PROFILE_ID, feature);
    expect(await handlers.authProxyPlace(undefined)).toEqual({
      url: AUTH_PROXY,
      configId: CONFIG_ID,
      builtIn: true,
      feature,
      allowedOrigins: ['https://app.example'],
    });
    expect(await handlers.authProxy(undefined)).toMatchObject({ isOurs: true });
    expect(asked).toEqual([[AUTH_PROXY, CONFIG_ID]]);
  });

  it.each([undefined, 'no JSON', '{"configId":"1"}'])(
    'is not asked while the feature’s value is %j',
    async (value) => {
      const { handlers, asked } = handlersFor(LOCAL_PROFILE_ID, value);
      expect(await handlers.authProxyPlace(undefined)).toMatchObject({
        configId: null,
        feature: value ?? null,
      });
      await expect(handlers.authProxy(undefined)).rejects.toMatchObject({ code: 'AUTH_PROXY_UNPLACED' });
      expect(asked).toEqual([]);
    },
  );

  it('is where the operator says for a hosted profile, and nowhere before', async () => {
    const { handlers, asked } = handlersFor('hosted');
    await expect(handlers.authProxy(undefined)).rejects.toMatchObject({ code: 'AUTH_PROXY_UNPLACED' });
    await handlers.placeAuthProxy({ url: 'https://auth-proxy.example/', configId: CONFIG_ID });
    await handlers.authProxy(undefined);
    expect(asked).toEqual([['https://auth-proxy.example', CONFIG_ID]]);
  });

  it('attack: an address without encryption beyond this machine is not kept', async () => {
    const { handlers } = handlersFor('hosted');
    const placed = handlers.placeAuthProxy({ url: 'http://auth-proxy.example', configId: CONFIG_ID });
    await expect(placed).rejects.toMatchObject({ code: 'PROFILE_ADDRESS_INSECURE' });
    expect(await handlers.authProxyPlace(undefined)).toMatchObject({ url: null });
  });

  it('attack: a configuration of another organization is not shown as ours', async () => {
    const { handlers } = handlersFor(LOCAL_PROFILE_ID, feature, 'b0a7d1f2-3c4d-4e5f-8a9b-0c1d2e3f4a5b');
    expect(await handlers.authProxy(undefined)).toMatchObject({ isOurs: false });
  });
});

it('reads a hosted service’s webhook keys by the names that it gives their members', async () => {
  const local = handlersFor(LOCAL_PROFILE_ID);
  const hosted = handlersFor('hosted');
  await local.handlers.webhookKeys(undefined);
  await hosted.handlers.webhookKeys(undefined);
  expect(local.asked).toEqual([['http://127.0.0.1:8080', 'service_signature_algorithm']]);
  expect(hosted.asked).toEqual([['http://127.0.0.1:8080', 'turnkey_signature_algorithm']]);
});
