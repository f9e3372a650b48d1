import { randomBytes } from 'node:crypto';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  decryptExportBundle,
  decryptSecretBundle,
  encryptPrivateKeyToBundle,
  encryptSecretToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import { assertActivityCompleted, TurnkeyClient } from '@turnkey/http';
import { computeAddress, hashMessage, HDNodeWallet, recoverAddress, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portableSigner } from '#protocol/stamp.ts';
import { LocalService } from '#test/fixtures/local-service.ts';

// The whole of it by the vendor's code alone: requests, stamps, types and bundles.
const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
let service: LocalService;
let client: TurnkeyClient;
beforeAll(async () => {
  const key = randomBytes(32).fill(1, 0, 1);
  const signer = portableSigner('API_KEY_CURVE_P256', new Uint8Array(key));
  service = await LocalService.start(signer);
  const stamper = new ApiKeyStamper({
    apiPublicKey: signer.publicKey,
    apiPrivateKey: key.toString('hex'),
  });
  client = new TurnkeyClient({ baseUrl: service.ready.url }, stamper);
});
afterAll(async () => {
  await service.stop();
});

let count = 0;
const envelope = () => ({
  timestampMs: String(service.now - (count += 1)),
  organizationId: service.ready.organizationId,
});
const trust = () => ({
  organizationId: service.ready.organizationId,
  dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
});
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

test('a wallet: created, signed with, exported, imported again', async () => {
  const { activity } = await client.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    ...envelope(),
    parameters: { walletName: 'Treasury', accounts: [account], mnemonicLength: 24 },
  });
  assertActivityCompleted(activity);
  const { walletId, addresses } = activity.result.createWalletResult ?? { walletId: '', addresses: [] };
  const digest = hashMessage('hello');
  const signed = await client.signRawPayload({
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    ...envelope(),
    parameters: {
      signWith: addresses[0] ?? '',
      payload: digest,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    },
  });
  const { r = '', s = '', v = '' } = signed.activity.result.signRawPayloadResult ?? {};
  expect(recoverAddress(digest, { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) as 0 | 1 })).toBe(
    addresses[0],
  );

  const target = generateP256KeyPair();
  const exported = await client.exportWallet({
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    ...envelope(),
    parameters: { walletId, targetPublicKey: target.publicKeyUncompressed },
  });
  const mnemonic = await decryptExportBundle({
    exportBundle: exported.activity.result.exportWalletResult?.exportBundle ?? '',
    embeddedKey: target.privateKey,
    returnMnemonic: true,
    ...trust(),
  });
  expect(HDNodeWallet.fromPhrase(mnemonic, undefined, account.path).address).toBe(addresses[0]);

  const userId = service.ready.rootUserId;
  const begun = await client.initImportWallet({
    type: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET',
    ...envelope(),
    parameters: { userId },
  });
  const importBundle = begun.activity.result.initImportWalletResult?.importBundle ?? '';
  const imported = await client.importWallet({
    type: 'ACTIVITY_TYPE_IMPORT_WALLET',
    ...envelope(),
    parameters: {
      userId,
      walletName: 'Again',
      encryptedBundle: await encryptWalletToBundle({ mnemonic, importBundle, userId, ...trust() }),
      accounts: [account],
    },
  });
  expect(imported.activity.result.importWalletResult?.addresses).toEqual(addresses);
  const { wallets } = await client.getWallets({ organizationId: service.ready.organizationId });
  expect(wallets.map(({ walletName, exported: out, imported: into }) => [walletName, out, into])).toEqual([
    ['Treasury', true, false],
    ['Again', false, true],
  ]);
});

test('a private key: imported and exported', async () => {
  const userId = service.ready.rootUserId;
  const begun = await client.initImportPrivateKey({
    type: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
    ...envelope(),
    parameters: { userId },
  });
  const importBundle = begun.activity.result.initImportPrivateKeyResult?.importBundle ?? '';
  const { privateKey, address } = Wallet.createRandom();
  const key = { privateKey: privateKey.slice(2), keyFormat: 'HEXADECIMAL', importBundle, userId };
  const imported = await client.importPrivateKey({
    type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
    ...envelope(),
    parameters: {
      userId,
      privateKeyName: 'Imported',
      encryptedBundle: await encryptPrivateKeyToBundle({ ...key, ...trust() }),
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
  });
  const { privateKeyId = '', addresses } = imported.activity.result.importPrivateKeyResult ?? {};
  expect(addresses?.[0]?.address).toBe(address);
  const target = generateP256KeyPair();
  const exported = await client.exportPrivateKey({
    type: 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY',
    ...envelope(),
    parameters: { privateKeyId, targetPublicKey: target.publicKeyUncompressed },
  });
  const out = await decryptExportBundle({
    exportBundle: exported.activity.result.exportPrivateKeyResult?.exportBundle ?? '',
    embeddedKey: target.privateKey,
    returnMnemonic: false,
    ...trust(),
  });
  expect(computeAddress(`0x${out}`)).toBe(address);
});

test('secrets: imported, listed, exported, deleted', async () => {
  const begun = await client.initImportSecrets({
    type: 'ACTIVITY_TYPE_INIT_IMPORT_SECRETS',
    ...envelope(),
    parameters: { encryptionSuite: suite, numSecrets: 1 },
  });
  const [ingressTargetBundle = ''] =
    begun.activity.result.initImportSecretsResult?.enclaveTargetMessages ?? [];
  const sealed = await encryptSecretToBundle({ plaintext: 'hunter2', ingressTargetBundle, ...trust() });
  const staticProperties = [{ key: 'env', value: 'prod' }];
  const imported = await client.importSecrets({
    type: 'ACTIVITY_TYPE_IMPORT_SECRETS',
    ...envelope(),
    parameters: { secrets: [{ ...sealed, name: 'database', encryptionSuite: suite, staticProperties }] },
  });
  const [secretId = ''] = imported.activity.result.importSecretsResult?.secretIds ?? [];
  const { organizationId } = service.ready;
  const listed = await client.listSecrets({ organizationId });
  expect(listed.secrets).toMatchObject([{ secretId, name: 'database', staticProperties }]);
  const target = generateP256KeyPair();
  const exported = await client.exportSecrets({
    type: 'ACTIVITY_TYPE_EXPORT_SECRETS',
    ...envelope(),
    parameters: {
      secrets: [{ secretId, targetPublicKey: target.publicKeyUncompressed, encryptionSuite: suite }],
    },
  });
  const [secretPayload = ''] = exported.activity.result.exportSecretsResult?.secretPayloads ?? [];
  expect(
    await decryptSecretBundle({ secretPayload, embeddedPrivateKey: target.privateKey, ...trust() }),
  ).toBe('hunter2');
  await client.deleteSecrets({
    type: 'ACTIVITY_TYPE_DELETE_SECRETS',
    ...envelope(),
    parameters: { secretIds: [secretId] },
  });
  expect((await client.listSecrets({ organizationId })).secrets).toEqual([]);
});
