import { randomBytes } from 'node:crypto';
import { encryptOauth2ClientSecret, encryptOnRampSecret } from '@turnkey/crypto';
import { Wallet } from 'ethers';
import type { ValidRequests, World } from './world.ts';

const chainCaip2 = 'eip155:8453' as const;

const onRamp = (world: World) => {
  const seal = (text: string) => encryptOnRampSecret(text, world.service.ready.keys.onRampEncryption);
  return {
    onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE' as const,
    projectId: 'project',
    publishableApiKey: 'pk',
    encryptedSecretApiKey: seal('sk'),
    encryptedPrivateApiKey: seal('private'),
    sandboxMode: true,
  };
};
const oauth2 = async (world: World) => ({
  provider: 'OAUTH2_PROVIDER_X' as const,
  clientId: 'client',
  encryptedClientSecret: await encryptOauth2ClientSecret('secret', world.service.ready.keys.fetcherQuorum),
});
const oauth2CredentialId = async (world: World) =>
  world.made('create_oauth2_credential', await oauth2(world), 'oauth2CredentialId');

const wrapper = () => ({
  vaultAddress: Wallet.createRandom().address,
  chainCaip2,
  clientFeeBps: '25',
  clientFeeWallet: Wallet.createRandom().address,
});
const wrapperAddress = (world: World) => world.made('earn_deploy_wrapper', wrapper(), 'wrapperAddress');
const deposit = async (world: World) => ({
  wrapperAddress: await wrapperAddress(world),
  signWith: (await world.key()).address,
  assets: '100',
  chainCaip2,
  sponsor: false,
});
const withdrawal = async (world: World) => {
  const { assets, ...made } = await deposit(world);
  await world.done('earn_deposit', { ...made, assets });
  return { ...made, amountValue: '40' };
};

const operators = (world: World) => ({
  name: world.name(),
  newOperators: [{ name: world.name(), publicKey: world.quorumKey() }],
  threshold: 1,
});
const app = (world: World) => ({
  name: world.name(),
  quorumPublicKey: world.quorumKey(),
  manifestSetParams: operators(world),
  shareSetParams: operators(world),
  enableEgress: true,
  enableDebugModeDeployments: true,
});
const appId = (world: World) => world.made('create_tvc_app', app(world), 'appId');
const deployment = async (world: World) => ({
  appId: await appId(world),
  qosVersion: 'v1',
  pivotContainerImageUrl: 'registry.example/app@sha256:00',
  pivotPath: '/app',
  pivotArgs: ['--port', '3000'],
  expectedPivotDigest: randomBytes(32).toString('hex'),
  nonce: 1,
  debugMode: true,
  healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP' as const,
  healthCheckPort: 3000,
  publicIngressPort: 3001,
  replicas: 1,
  instanceSizeCpus: 2,
  instanceSizeRam: 1024,
});

/** Providers' credentials, earning, swap fees and TVC apps. */
export const providerRequests: ValidRequests<'earn' | 'providerCredentials' | 'tvc'> = {
  create_fiat_on_ramp_credential: onRamp,
  delete_fiat_on_ramp_credential: async (world) => ({
    fiatOnrampCredentialId: await world.made(
      'create_fiat_on_ramp_credential',
      onRamp(world),
      'fiatOnRampCredentialId',
    ),
  }),
  list_fiat_on_ramp_credentials: () => ({}),
  create_oauth2_credential: oauth2,
  update_oauth2_credential: async (world) => ({
    oauth2CredentialId: await oauth2CredentialId(world),
    ...(await oauth2(world)),
  }),
  delete_oauth2_credential: async (world) => ({ oauth2CredentialId: await oauth2CredentialId(world) }),
  get_oauth2_credential: async (world) => ({ oauth2CredentialId: await oauth2CredentialId(world) }),
  list_oauth2_credentials: () => ({}),
  claim_swap_fees: () => ({}),
  earn_deploy_wrapper: wrapper,
  earn_set_wrapper_state: async (world) => ({
    wrapperAddress: await wrapperAddress(world),
    depositsDisabled: true,
  }),
  earn_deposit: deposit,
  earn_withdraw: withdrawal,
  get_earn_deploy_status: async (world) => ({
    deployRequestId: await world.made('earn_deploy_wrapper', wrapper(), 'deployRequestId'),
  }),
  get_earn_deposit_status: async (world) => ({
    depositRequestId: await world.made('earn_deposit', await deposit(world), 'depositRequestId'),
  }),
  get_earn_withdraw_status: async (world) => ({
    withdrawRequestId: await world.made('earn_withdraw', await withdrawal(world), 'withdrawRequestId'),
  }),
  list_earn_enabled_vaults: () => ({ provider: 'EARN_PROVIDER_MORPHO', includeExposure: false }),
  list_earn_positions: () => ({ walletAddress: Wallet.createRandom().address }),
  create_tvc_app: app,
  create_tvc_deployment: deployment,
  delete_tvc_app_and_deployments: async (world) => ({ appId: await appId(world) }),
  get_tvc_app: async (world) => ({ tvcAppId: await appId(world) }),
  get_tvc_deployment: async (world) => ({
    deploymentId: await world.made('create_tvc_deployment', await deployment(world), 'deploymentId'),
  }),
  list_tvc_apps: () => ({}),
  list_tvc_app_deployments: async (world) => ({ appId: await appId(world) }),
};
