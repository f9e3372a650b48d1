import type { AuthProxyPlace, WebhookVerificationKey } from '#preload/contract/published.ts';
import type { WalletKitConfig } from '#protocol/auth-proxy.ts';
import { ORGANIZATION } from './fake-data.ts';

export const webhookKeys: WebhookVerificationKey[] = [
  {
    keyId: '0191f3a2-7c4e-7d10-8a5b-3e9c1b7f2a64',
    algorithm: 'ed25519',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  },
];

const configId = '8f14e45f-ceea-467f-a8e6-1b2c3d4e5f60';

export const authProxyPlace: AuthProxyPlace = {
  url: 'http://127.0.0.1:8081',
  configId,
  builtIn: true,
  feature: JSON.stringify({ configId, allowedOrigins: ['https://app.acme.example'] }),
  allowedOrigins: ['https://app.acme.example'],
};

export const walletKitConfig: WalletKitConfig = {
  enabledProviders: ['google', 'passkey'],
  sessionExpirationSeconds: '900',
  organizationId: ORGANIZATION,
  oauthClientIds: { google: '1048276.apps.example' },
};
