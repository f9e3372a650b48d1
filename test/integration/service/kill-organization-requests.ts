import { randomBytes } from 'node:crypto';
import type { ResourceName } from '#protocol/catalogue/catalogue.ts';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { QUORUM_RANDOM_LENGTH, sealToQuorumKey } from '#protocol/bundle/quorum-envelope.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { freshSigner } from '../../fixtures/local-service.ts';
import { Passkey } from '../../fixtures/passkey.ts';
import type { ServiceReady } from '../../fixtures/running-service.ts';
import {
  apiKey,
  AUDIENCE,
  label,
  on,
  onSpent,
  onSpentList,
  onSpentPair,
  quorumKey,
  target,
  tokenFor,
  type KeyResource,
  type Makers,
} from './kill-making.ts';

const secretOf = (text: string) => new Secret(toUtf8(text));
const operatorSet = () => ({
  name: 'Set',
  newOperators: [1, 2].map((n) => ({ name: `Operator ${n}`, publicKey: quorumKey() })),
  threshold: 2,
});

const policy = () => ({ policyName: label(), effect: 'EFFECT_DENY', condition: 'false', notes: '' });
const oauth2Credential = async ({ keys }: ServiceReady) => ({
  ...{ provider: 'OAUTH2_PROVIDER_X', clientId: label() },
  encryptedClientSecret: await sealToQuorumKey(
    secretOf('secret'),
    keys['fetcherQuorum'] ?? '',
    new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH)),
  ),
});

/** Users, credentials, sessions, policies, features, allowlists, webhooks and registries. */
export const organizationMakers: Makers<Exclude<ResourceName, KeyResource>> = {
  create_users: ({ known }) => {
    const userEmail = known.last('invitedEmails');
    const user = () => ({
      ...{ userName: label(), apiKeys: [apiKey()], authenticators: [], oauthProviders: [], userTags: [] },
    });
    return { users: [user(), { ...user(), ...(userEmail === undefined ? {} : { userEmail }) }] };
  },
  delete_users: onSpentList('userIds', 'userIds'),
  update_user_name: on('forNames', 'userId', () => ({ userName: label() })),
  // An eleventh expiring key of a user would push out another, so each user gets these once.
  create_api_keys: onSpent('forKeys', 'userId', () => ({ apiKeys: [apiKey(), apiKey()] })),
  delete_api_keys: onSpentPair('apiKeyPairs', 'apiKeyIds'),
  create_authenticators: onSpent('forPasskeys', 'userId', () => ({
    authenticators: [new Passkey().register(), new Passkey().register()],
  })),
  delete_authenticators: onSpentPair('authenticatorPairs', 'authenticatorIds'),
  create_oauth_providers: async ({ known, issuer }) => {
    const userId = known.last('forProviders');
    if (userId === undefined) return undefined;
    const oidcClaims = { iss: issuer.url, sub: label(), aud: AUDIENCE };
    const oidcToken = await issuer.token({ sub: label(), aud: AUDIENCE }, Date.now());
    const identities = [{ oidcClaims }, { oidcToken }];
    return {
      userId,
      oauthProviders: identities.map((identity) => ({ providerName: 'Issuer', ...identity })),
    };
  },
  delete_oauth_providers: onSpentPair('providerPairs', 'providerIds'),
  oauth: async (context) => {
    const targetPublicKey = target();
    const oidcToken = await tokenFor(context, targetPublicKey);
    return oidcToken === undefined ? undefined : { oidcToken, targetPublicKey };
  },
  oauth_login: async (context) => {
    const { publicKey } = freshSigner();
    const oidcToken = await tokenFor(context, publicKey);
    return oidcToken === undefined ? undefined : { oidcToken, publicKey };
  },
  stamp_login: () => ({ publicKey: freshSigner().publicKey }),
  create_read_write_session: () => ({ targetPublicKey: target() }),
  create_session_profile: () => ({ sessionProfileName: label(), scope: 'true' }),
  create_policy: policy,
  create_policies: () => ({ policies: [policy(), policy()] }),
  update_policy: on('policyId', 'policyId', () => ({ policyName: label() })),
  delete_policy: onSpent('policyId', 'policyId'),
  delete_policies: onSpentList('policyId', 'policyIds'),
  set_ip_allowlist: on('apiKeyPublic', 'publicKey', () => ({ rules: [{ cidr: '127.0.0.1/32' }] })),
  remove_ip_allowlist: on('apiKeyPublic', 'publicKey'),
  set_organization_feature: () => ({ name: 'FEATURE_NAME_EMAIL_AUTH', value: '' }),
  remove_organization_feature: () => ({ name: 'FEATURE_NAME_EMAIL_AUTH' }),
  update_root_quorum: ({ ready }) => ({ threshold: 1, userIds: [ready.rootUserId] }),
  create_webhook_endpoint: ({ webhookUrl }) => ({ url: webhookUrl, name: label() }),
  update_webhook_endpoint: on('endpointId', 'endpointId', () => ({ name: label() })),
  delete_webhook_endpoint: onSpent('endpointId', 'endpointId'),
  create_invitations: ({ ready }) => ({
    invitations: [1, 2].map(() => ({
      ...{ receiverUserName: label(), receiverUserEmail: `${label()}@example.com`, receiverUserTags: [] },
      ...{ accessType: 'ACCESS_TYPE_ALL', senderUserId: ready.rootUserId },
    })),
  }),
  delete_invitation: onSpent('invitationIds', 'invitationId'),
  accept_invitation: ({ known }) => {
    const [invitationId, userId] = known.last('acceptable')?.split(' ') ?? [];
    return userId === undefined
      ? undefined
      : { invitationId, userId, authenticator: new Passkey().register() };
  },
  create_fiat_on_ramp_credential: async ({ ready }) => ({
    ...{ onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY', publishableApiKey: 'pk' },
    encryptedSecretApiKey: await sealOnRampCredential(secretOf('sk'), ready.keys['onRampEncryption'] ?? ''),
  }),
  delete_fiat_on_ramp_credential: onSpent('fiatOnRampCredentialId', 'fiatOnrampCredentialId'),
  create_oauth2_credential: ({ ready }) => oauth2Credential(ready),
  update_oauth2_credential: async ({ known, ready }) => {
    const oauth2CredentialId = known.one('oauth2CredentialId');
    return oauth2CredentialId === undefined
      ? undefined
      : { oauth2CredentialId, ...(await oauth2Credential(ready)) };
  },
  delete_oauth2_credential: onSpent('oauth2CredentialId', 'oauth2CredentialId'),
  create_tvc_app: () => ({
    ...{ name: label(), quorumPublicKey: quorumKey(), enableDebugModeDeployments: true },
    ...{ manifestSetParams: operatorSet(), shareSetParams: operatorSet() },
  }),
  create_tvc_deployment: on('appId', 'appId', () => ({
    ...{ qosVersion: 'v1', pivotContainerImageUrl: 'registry.example/app@sha256:00', pivotPath: '/app' },
    ...{ pivotArgs: [], expectedPivotDigest: randomBytes(32).toString('hex'), nonce: 1, debugMode: true },
    ...{ healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP', healthCheckPort: 3000, publicIngressPort: 3001 },
  })),
  delete_tvc_app_and_deployments: onSpent('appId', 'appId'),
};
