import { randomBytes } from 'node:crypto';
import {
  encryptPrivateKeyToBundle,
  encryptSecretToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import { sealOnRampCredential } from '../../../src/protocol/bundle/on-ramp.ts';
import { QUORUM_RANDOM_LENGTH, sealToQuorumKey } from '../../../src/protocol/bundle/quorum-envelope.ts';
import type { Activity } from '../../../src/protocol/activity.ts';
import { toHex, toUtf8 } from '../../../src/protocol/encoding.ts';
import { deriveQuorumKey } from '../../../src/protocol/quorum-key.ts';
import { Secret } from '../../../src/protocol/secret.ts';
import { freshSigner } from '../../fixtures/local-service.ts';
import type { ServiceReady } from '../../fixtures/running-service.ts';
import { ethereumAccount } from '../../fixtures/wallet-accounts.ts';

/** What has been acknowledged and can be worked on: ids by the result member that told them. */
export class Known {
  readonly #ids = new Map<string, string[]>();
  readonly #random: () => number;
  waiting: Activity[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  #list(kind: string): string[] {
    const list = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, list);
    return list;
  }

  add(kind: string, ids: readonly string[]): void {
    this.#list(kind).push(...ids);
  }

  /** One of a kind, or undefined. */
  one(kind: string): string | undefined {
    const list = this.#list(kind);
    return list[Math.floor(this.#random() * list.length)];
  }

  /** One of a kind that is given to nobody else afterwards, or undefined. */
  last(kind: string): string | undefined {
    const list = this.#list(kind);
    return list.shift();
  }
}

export interface Wanted {
  readonly path: string;
  readonly parameters: object;
}

interface Context {
  readonly known: Known;
  readonly ready: ServiceReady;
  /** The address of a webhook receiver that nobody asks. */
  readonly webhookUrl: string;
}

type Make = (context: Context) => Wanted | undefined | Promise<Wanted | undefined>;

const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
const secretOf = (text: string) => new Secret(toUtf8(text));
const target = (): string => generateP256KeyPair().publicKeyUncompressed;
const label = (): string => randomBytes(8).toString('hex');
const quorumKey = () => toHex(deriveQuorumKey(new Secret(new Uint8Array(randomBytes(32)))).publicKey);
const apiKey = () => ({
  apiKeyName: 'key',
  publicKey: freshSigner('API_KEY_CURVE_ED25519').publicKey,
  curveType: 'API_KEY_CURVE_ED25519',
});
const enclave = ({ ready }: Context) => ({
  userId: ready.rootUserId,
  organizationId: ready.organizationId,
  dangerouslyOverrideSignerPublicKey: ready.keys['enclaveQuorum'] ?? '',
});
const operatorSet = () => ({
  name: 'Set',
  newOperators: [1, 2].map((n) => ({ name: `Operator ${n}`, publicKey: quorumKey() })),
  threshold: 2,
});
/** An operation on something that must be there; what is `spent` is used for this alone. */
const on =
  (kind: string, path: string, field: string, more: () => object = () => ({}), spent = false): Make =>
  ({ known }) => {
    const id = spent ? known.last(kind) : known.one(kind);
    return id === undefined ? undefined : { path, parameters: { [field]: id, ...more() } };
  };
const onAll =
  (kind: string, path: string, field: string): Make =>
  ({ known }) => {
    const id = known.last(kind);
    return id === undefined ? undefined : { path, parameters: { [field]: [id] } };
  };
const always =
  (path: string, parameters: (context: Context) => object): Make =>
  (context) => ({ path, parameters: parameters(context) });

/** One maker for each operation that writes; each gives nothing while there is nothing to do it to. */
export const makers: readonly Make[] = [
  always('create_private_keys', () => ({
    privateKeys: ['CURVE_SECP256K1', 'CURVE_P256'].map((curve) => ({
      ...{ privateKeyName: label(), curve, privateKeyTags: [] },
      addressFormats: ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'],
    })),
  })),
  // An eleventh expiring key of a user would push out another, so each user gets these once.
  ({ known }) => {
    const userId = known.last('userIds');
    return userId === undefined
      ? undefined
      : { path: 'create_api_keys', parameters: { userId, apiKeys: [apiKey(), apiKey()] } };
  },
  always('create_users', () => ({
    users: [1, 2].map(() => ({
      ...{ userName: label(), apiKeys: [apiKey()], authenticators: [], oauthProviders: [], userTags: [] },
    })),
  })),
  onAll('userIds', 'delete_users', 'userIds'),
  on('userIds', 'update_user_name', 'userId', () => ({ userName: label() })),
  ({ known }) => {
    const [userId, apiKeyId] = known.last('apiKeyPairs')?.split(' ') ?? [];
    return apiKeyId === undefined
      ? undefined
      : { path: 'delete_api_keys', parameters: { userId, apiKeyIds: [apiKeyId] } };
  },
  always('create_wallet', () => ({
    walletName: label(),
    accounts: [ethereumAccount(0), ethereumAccount(1)],
  })),
  on('walletId', 'create_wallet_accounts', 'walletId', () => ({
    accounts: [1, 2].map(() => ethereumAccount(2 + randomBytes(3).readUIntBE(0, 3))),
  })),
  on('walletId', 'update_wallet', 'walletId', () => ({ walletName: label() })),
  on('walletId', 'export_wallet', 'walletId', () => ({ targetPublicKey: target() })),
  on('privateKeyId', 'export_private_key', 'privateKeyId', () => ({ targetPublicKey: target() })),
  on('privateKeyId', 'sign_raw_payload', 'signWith', () => ({
    ...{ payload: label(), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' },
  })),
  on('privateKeyId', 'sign_raw_payloads', 'signWith', () => ({
    ...{ payloads: [label(), label()], encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    hashFunction: 'HASH_FUNCTION_SHA256',
  })),
  always('create_policy', () => ({
    ...{ policyName: label(), effect: 'EFFECT_DENY', condition: 'false', notes: '' },
  })),
  on('policyId', 'update_policy', 'policyId', () => ({ policyName: label() })),
  on('policyId', 'delete_policy', 'policyId', undefined, true),
  always('init_import_secrets', () => ({ encryptionSuite: suite, numSecrets: 2 })),
  async (context) => {
    const ingressTargetBundle = context.known.one('enclaveTargetMessages');
    if (ingressTargetBundle === undefined) return undefined;
    const sealed = await encryptSecretToBundle({
      ...enclave(context),
      plaintext: label(),
      ingressTargetBundle,
    });
    const { secretPayload, targetPublicKey } = sealed;
    const secret = { name: label(), secretPayload, targetPublicKey, encryptionSuite: suite };
    return { path: 'import_secrets', parameters: { secrets: [secret] } };
  },
  ({ known }) => {
    const secretId = known.one('secretIds');
    if (secretId === undefined) return undefined;
    const wanted = { secretId, targetPublicKey: target(), encryptionSuite: suite };
    return { path: 'export_secrets', parameters: { secrets: [wanted] } };
  },
  onAll('secretIds', 'delete_secrets', 'secretIds'),
  always('init_import_private_key', ({ ready }) => ({ userId: ready.rootUserId })),
  always('init_import_wallet', ({ ready }) => ({ userId: ready.rootUserId })),
  async (context) => {
    const importBundle = context.known.last('initImportPrivateKeyResult');
    if (importBundle === undefined) return undefined;
    const key = { privateKey: `00${randomBytes(31).toString('hex')}`, keyFormat: 'HEXADECIMAL' as const };
    const encryptedBundle = await encryptPrivateKeyToBundle({ ...enclave(context), ...key, importBundle });
    const named = { userId: context.ready.rootUserId, privateKeyName: label(), encryptedBundle };
    const parameters = { ...named, curve: 'CURVE_SECP256K1', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] };
    return { path: 'import_private_key', parameters };
  },
  async (context) => {
    const importBundle = context.known.last('initImportWalletResult');
    if (importBundle === undefined) return undefined;
    const mnemonic = 'test test test test test test test test test test test junk';
    const encryptedBundle = await encryptWalletToBundle({ ...enclave(context), mnemonic, importBundle });
    const named = { userId: context.ready.rootUserId, walletName: label(), encryptedBundle };
    return { path: 'import_wallet', parameters: { ...named, accounts: [ethereumAccount(0)] } };
  },
  always('stamp_login', () => ({ publicKey: freshSigner().publicKey })),
  always('create_read_write_session', () => ({ targetPublicKey: target() })),
  always('create_session_profile', () => ({ sessionProfileName: label(), scope: 'true' })),
  on('apiKeyPublic', 'set_ip_allowlist', 'publicKey', () => ({ rules: [{ cidr: '127.0.0.1/32' }] })),
  on('apiKeyPublic', 'remove_ip_allowlist', 'publicKey'),
  always('set_organization_feature', () => ({ name: 'FEATURE_NAME_EMAIL_AUTH', value: '' })),
  always('remove_organization_feature', () => ({ name: 'FEATURE_NAME_EMAIL_AUTH' })),
  always('update_root_quorum', ({ ready }) => ({ threshold: 1, userIds: [ready.rootUserId] })),
  always('create_webhook_endpoint', ({ webhookUrl }) => ({ url: webhookUrl, name: label() })),
  on('endpointId', 'update_webhook_endpoint', 'endpointId', () => ({ name: label() })),
  on('endpointId', 'delete_webhook_endpoint', 'endpointId', undefined, true),
  always('create_invitations', ({ ready }) => ({
    invitations: [1, 2].map(() => ({
      ...{ receiverUserName: label(), receiverUserEmail: `${label()}@example.com`, receiverUserTags: [] },
      ...{ accessType: 'ACCESS_TYPE_ALL', senderUserId: ready.rootUserId },
    })),
  })),
  on('invitationIds', 'delete_invitation', 'invitationId', undefined, true),
  async ({ ready }) => ({
    path: 'create_fiat_on_ramp_credential',
    parameters: {
      ...{ onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY', publishableApiKey: 'pk' },
      encryptedSecretApiKey: await sealOnRampCredential(secretOf('sk'), ready.keys['onRampEncryption'] ?? ''),
    },
  }),
  on('fiatOnRampCredentialId', 'delete_fiat_on_ramp_credential', 'fiatOnrampCredentialId', undefined, true),
  async ({ ready }) => ({
    path: 'create_oauth2_credential',
    parameters: {
      ...{ provider: 'OAUTH2_PROVIDER_X', clientId: label() },
      encryptedClientSecret: await sealToQuorumKey(
        secretOf('secret'),
        ready.keys['fetcherQuorum'] ?? '',
        new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH)),
      ),
    },
  }),
  on('oauth2CredentialId', 'delete_oauth2_credential', 'oauth2CredentialId', undefined, true),
  always('create_tvc_app', () => ({
    ...{ name: label(), quorumPublicKey: quorumKey() },
    ...{ manifestSetParams: operatorSet(), shareSetParams: operatorSet() },
  })),
  on('appId', 'delete_tvc_app_and_deployments', 'appId', undefined, true),
];
