import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decryptExportBundle,
  encryptPrivateKeyToBundle,
  encryptSecretToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import { Mnemonic, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';
import { ethereumAccount } from '../../fixtures/wallet-accounts.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const words = 'test test test test test test test test test test test junk';
const secret = 'correct horse battery staple';
const key = Wallet.createRandom().privateKey.slice(2);

const trust = () => ({
  userId: service.ready.rootUserId,
  organizationId: service.ready.organizationId,
  dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
});
const importBundle = async (what: string) =>
  resultOf(await service.submit(`init_import_${what}`, { userId: service.ready.rootUserId }))[
    'importBundle'
  ] as string;

async function importAll(): Promise<string> {
  const { userId } = trust();
  const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
  const wallet = resultOf(
    await service.submit('import_wallet', {
      userId,
      walletName: 'W',
      encryptedBundle: await encryptWalletToBundle({
        mnemonic: words,
        importBundle: await importBundle('wallet'),
        ...trust(),
      }),
      accounts: [ethereumAccount(0)],
    }),
  );
  const keyBundle = {
    privateKey: key,
    keyFormat: 'HEXADECIMAL',
    importBundle: await importBundle('private_key'),
  };
  resultOf(
    await service.submit('import_private_key', {
      userId,
      privateKeyName: 'K',
      encryptedBundle: await encryptPrivateKeyToBundle({ ...keyBundle, ...trust() }),
      curve: 'CURVE_SECP256K1',
      addressFormats: [],
    }),
  );
  const begun = await service.submit('init_import_secrets', { encryptionSuite: suite, numSecrets: 1 });
  const [ingressTargetBundle = ''] = resultOf(begun)['enclaveTargetMessages'] as string[];
  const sealed = await encryptSecretToBundle({ plaintext: secret, ingressTargetBundle, ...trust() });
  resultOf(await service.submit('import_secrets', { secrets: [{ ...sealed, encryptionSuite: suite }] }));
  return wallet['walletId'] as string;
}

test('stolen data folder: words, seeds, keys and secrets are in no file, whatever was imported and exported', async () => {
  const walletId = await importAll();
  const target = generateP256KeyPair();
  const exported = await service.submit('export_wallet', {
    walletId,
    targetPublicKey: target.publicKeyUncompressed,
  });
  // What follows would prove nothing if the words were not there to be found.
  const bundle = resultOf(exported)['exportBundle'] as string;
  const opened = { exportBundle: bundle, embeddedKey: target.privateKey, returnMnemonic: true, ...trust() };
  expect(await decryptExportBundle(opened)).toBe(words);
  const mnemonic = Mnemonic.fromPhrase(words);
  const sought = [
    Buffer.from(words),
    Buffer.from(secret),
    Buffer.from(key),
    Buffer.from(key, 'hex'),
    Buffer.from(mnemonic.entropy.slice(2), 'hex'),
    Buffer.from(mnemonic.computeSeed().slice(2), 'hex'),
  ];
  await service.restart();
  const files = readdirSync(service.data).map((name) => readFileSync(join(service.data, name)));
  expect(files.some((file) => file.includes(service.ready.organizationId))).toBe(true);
  for (const file of files) for (const bytes of sought) expect(file.includes(bytes)).toBe(false);
});
