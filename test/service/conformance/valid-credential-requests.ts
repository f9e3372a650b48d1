import { freshSigner } from '../../fixtures/local-service.ts';
import { Passkey } from '../../fixtures/passkey.ts';
import type { ValidRequests, World } from './world.ts';

const apiKey = () => ({
  apiKeyName: 'Key',
  publicKey: freshSigner().publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
  expirationSeconds: '600',
});
const authenticators = async (world: World) => {
  const { userId } = await world.member();
  const parameters = { userId, authenticators: [new Passkey().register()] };
  return {
    userId,
    authenticatorId: await world.made('create_authenticators', parameters, 'authenticatorIds'),
  };
};
const profile = (world: World) => ({
  sessionProfileName: world.name(),
  scope: "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'",
  expirationSeconds: '600',
  notes: 'For signing',
});
const sessionProfileId = (world: World) =>
  world.made('create_session_profile', profile(world), 'sessionProfileId');
const sessionOptions = { expirationSeconds: '600', invalidateExisting: false };

/** Users' credentials, sessions and logins. */
export const credentialRequests: ValidRequests<
  'apiKeys' | 'authenticators' | 'oauthProviders' | 'sessions' | 'sessionProfiles'
> = {
  create_api_keys: async (world) => ({ userId: (await world.member()).userId, apiKeys: [apiKey()] }),
  delete_api_keys: async (world) => {
    const { userId } = await world.member();
    const apiKeyId = await world.made('create_api_keys', { userId, apiKeys: [apiKey()] }, 'apiKeyIds');
    return { userId, apiKeyIds: [apiKeyId] };
  },
  get_api_keys: (world) => ({ userId: world.rootUserId }),
  create_authenticators: async (world) => ({
    userId: (await world.member()).userId,
    authenticators: [new Passkey().register()],
  }),
  delete_authenticators: async (world) => {
    const { userId, authenticatorId } = await authenticators(world);
    return { userId, authenticatorIds: [authenticatorId] };
  },
  get_authenticator: async (world) => ({ authenticatorId: (await authenticators(world)).authenticatorId }),
  get_authenticators: async (world) => ({ userId: (await authenticators(world)).userId }),
  create_oauth_providers: async (world) => ({
    userId: (await world.member()).userId,
    oauthProviders: [{ providerName: 'Issuer', oidcClaims: world.claims(world.name()) }],
  }),
  delete_oauth_providers: async (world) => {
    const { userId, providerId } = await world.identity();
    return { userId, providerIds: [providerId] };
  },
  get_oauth_providers: async (world) => ({ userId: (await world.identity()).userId }),
  create_read_write_session: (world) => ({
    targetPublicKey: world.target(),
    userId: world.rootUserId,
    apiKeyName: 'Session',
    ...sessionOptions,
  }),
  stamp_login: async (world) => ({
    publicKey: freshSigner().publicKey,
    ...sessionOptions,
    sessionProfileId: await sessionProfileId(world),
  }),
  oauth: async (world) => {
    const targetPublicKey = world.target();
    const oidcToken = await world.token((await world.identity()).sub, targetPublicKey);
    return { oidcToken, targetPublicKey, apiKeyName: 'Session', ...sessionOptions };
  },
  oauth_login: async (world) => {
    const { publicKey } = freshSigner();
    const oidcToken = await world.token((await world.identity()).sub, publicKey);
    return { oidcToken, publicKey, ...sessionOptions, sessionProfileId: await sessionProfileId(world) };
  },
  create_session_profile: profile,
  get_session_profile: async (world) => ({ sessionProfileId: await sessionProfileId(world) }),
  get_session_profiles: () => ({}),
};
