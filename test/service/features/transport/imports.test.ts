import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import {
  decryptExportBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
} from '@turnkey/crypto';
import { HDNodeWallet, Mnemonic, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClientMessage } from '#protocol/bundle/client-message.ts';
import { readImportBundle } from '#protocol/bundle/import-bundle.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { Signer } from '#protocol/stamp.ts';
import { LocalService, resultOf, wrongFields, type Sent } from '#test/fixtures/local-service.ts';
import { activityOf, addMember, addPolicy, vote } from '#test/fixtures/team.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

const DAY = 24 * 60 * 60 * 1000;
const words = 'test test test test test test test test test test test junk';
const firstAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const common = (on = service) => ({
  userId: on.ready.rootUserId,
  organizationId: on.ready.organizationId,
  dangerouslyOverrideSignerPublicKey: on.ready.keys.enclaveQuorum,
});
const begin = async (what: 'wallet' | 'private_key', userId = service.ready.rootUserId, on = service) =>
  resultOf(await on.submit(`init_import_${what}`, { userId }))['importBundle'] as string;
const walletBundle = async (mnemonic = words): Promise<string> =>
  encryptWalletToBundle({ mnemonic, importBundle: await begin('wallet'), ...common() });
const importWallet = (encryptedBundle: string, parameters: object = {}): Promise<Sent> =>
  service.submit('import_wallet', {
    userId: service.ready.rootUserId,
    walletName: 'Imported',
    encryptedBundle,
    accounts: [ethereumAccount(0)],
    ...parameters,
  });
const keyBundle = async (privateKey = Wallet.createRandom().privateKey.slice(2)): Promise<string> =>
  encryptPrivateKeyToBundle({
    privateKey,
    keyFormat: 'HEXADECIMAL',
    importBundle: await begin('private_key'),
    ...common(),
  });
const importKey = (encryptedBundle: string, parameters: object = {}): Promise<Sent> =>
  service.submit('import_private_key', {
    userId: service.ready.rootUserId,
    privateKeyName: 'Imported',
    encryptedBundle,
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    ...parameters,
  });
const refusal = (sent: Sent): unknown => [sent.status, wrongFields(sent)];
const wrongBundle = [400, ['parameters.encryptedBundle']];
/** Seals to the target of a bundle what the vendor's code would not. */
const sealedFor = async (importBundle: string, plaintext: Uint8Array): Promise<string> => {
  const { userId, organizationId, dangerouslyOverrideSignerPublicKey } = common();
  const target = readImportBundle(
    importBundle,
    { userId, organizationId },
    dangerouslyOverrideSignerPublicKey,
  );
  return makeClientMessage(new Secret(plaintext), target);
};

describe('import_wallet', () => {
  test('attack: the same words at the same time, twice: they are imported once', async () => {
    const bundle = await walletBundle();
    const sent = await Promise.all([importWallet(bundle), importWallet(bundle, { walletName: 'Again' })]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('takes words that the vendor client sealed, and gives them back', async () => {
    const imported = resultOf(await importWallet(await walletBundle()));
    expect(imported['addresses']).toEqual([firstAddress]);
    const { walletId } = imported as { walletId: string };
    const { json } = await service.query('get_wallet', { walletId });
    expect(json['wallet']).toMatchObject({ walletName: 'Imported', imported: true, exported: false });
    const target = generateP256KeyPair();
    const exported = await service.submit('export_wallet', {
      walletId,
      targetPublicKey: target.publicKeyUncompressed,
    });
    const bundle = {
      exportBundle: resultOf(exported)['exportBundle'] as string,
      embeddedKey: target.privateKey,
      returnMnemonic: true,
      ...common(),
    };
    await expect(decryptExportBundle(bundle)).resolves.toBe(words);
  });

  test('words with a passphrase on a line of its own are another wallet', async () => {
    const sealed = await sealedFor(await begin('wallet'), toUtf8(`${words}\npä$$`));
    const { addresses } = resultOf(await importWallet(sealed)) as { addresses: string[] };
    const other = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words, 'pä$$'), "m/44'/60'/0'/0/0");
    expect(addresses).toEqual([other.address]);
  });

  test.each([
    ['a wrong checksum', words.replace('junk', 'test')],
    ['a word that is in no list', words.replace('junk', 'junks')],
    ['too few words', 'test junk'],
    ['nothing', ''],
  ])('words with %s make no wallet, and the refusal does not repeat them', async (_, wrong) => {
    const importBundle = await begin('wallet');
    const before = await service.query('list_wallets');
    const sent = await importWallet(await sealedFor(importBundle, toUtf8(wrong)));
    expect(refusal(sent)).toEqual(wrongBundle);
    expect(sent.text).not.toContain('junk');
    expect((await service.query('list_wallets')).text).toBe(before.text);
    // The target was not used up: the same import can be done again rightly.
    expect((await importWallet(await sealedFor(importBundle, toUtf8(words)))).status).toBe(200);
  });

  test('bytes that are no text make no wallet', async () => {
    for (const bytes of [Uint8Array.of(0xff, 0xfe), Uint8Array.from([...toUtf8(words), 0x0a, 0xff])]) {
      const sealed = await sealedFor(await begin('wallet'), bytes);
      expect(refusal(await importWallet(sealed))).toEqual(wrongBundle);
    }
  });
});

describe('import_private_key', () => {
  test('takes a key that the vendor client sealed; it signs, and shows where it came from', async () => {
    const wallet = Wallet.createRandom();
    const imported = resultOf(await importKey(await keyBundle(wallet.privateKey.slice(2))));
    const { privateKeyId } = imported as { privateKeyId: string };
    expect(imported['addresses']).toEqual([{ format: 'ADDRESS_FORMAT_ETHEREUM', address: wallet.address }]);
    const { json } = await service.query('get_private_key', { privateKeyId });
    expect(json['privateKey']).toMatchObject({ imported: true, exported: false, privateKeyTags: [] });
  });

  test('takes a Solana key in the form of its wallets', async () => {
    const seed = ed25519.utils.randomSecretKey();
    const publicKey = ed25519.getPublicKey(seed);
    const encryptedBundle = await encryptPrivateKeyToBundle({
      privateKey: base58.encode(Uint8Array.from([...seed, ...publicKey])),
      keyFormat: 'SOLANA',
      importBundle: await begin('private_key'),
      ...common(),
    });
    const addressFormats = ['ADDRESS_FORMAT_SOLANA'];
    const sent = await importKey(encryptedBundle, { curve: 'CURVE_ED25519', addressFormats });
    expect(resultOf(sent)['addresses']).toEqual([
      { format: 'ADDRESS_FORMAT_SOLANA', address: base58.encode(publicKey) },
    ]);
  });

  test.each([
    ['of zeros', new Uint8Array(32)],
    ['of another length', new Uint8Array(31).fill(1)],
    ['not below the order of the curve', new Uint8Array(32).fill(0xff)],
  ])('a key %s is none', async (_, key) => {
    expect(refusal(await importKey(await sealedFor(await begin('private_key'), key)))).toEqual(wrongBundle);
  });

  test('an address format that the curve does not have', async () => {
    const sent = await importKey(await keyBundle(), { addressFormats: ['ADDRESS_FORMAT_SOLANA'] });
    expect(refusal(sent)).toEqual([400, ['parameters.addressFormats']]);
  });
});

describe('targets', () => {
  test('target key reused: what was imported once cannot be imported again', async () => {
    const bundle = await walletBundle();
    expect((await importWallet(bundle)).status).toBe(200);
    expect(refusal(await importWallet(bundle, { walletName: 'Again' }))).toEqual(wrongBundle);
    const key = await keyBundle();
    expect((await importKey(key)).status).toBe(200);
    expect(refusal(await importKey(key))).toEqual(wrongBundle);
  });

  test('target key reused at the same time: of two imports that race, one wins', async () => {
    const bundle = await keyBundle();
    const statuses = (await Promise.all([importKey(bundle), importKey(bundle)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  test('expired: a target cannot be used after a day', async () => {
    const [last, late] = [await keyBundle(), await keyBundle()];
    service.now += DAY - 1;
    expect((await importKey(last)).status).toBe(200);
    service.now += 1;
    expect(refusal(await importKey(late))).toEqual(wrongBundle);
  });

  test('import of a swapped key: what was sealed to a target of the other kind does not open', async () => {
    await begin('wallet');
    const forKey = await sealedFor(await begin('private_key'), toUtf8(words));
    expect(refusal(await importWallet(forKey))).toEqual(wrongBundle);
  });

  test('import of a swapped key: a target key that the enclave did not sign is refused by the vendor client', async () => {
    const bundle = JSON.parse(await begin('wallet')) as { data: string };
    const data = JSON.parse(Buffer.from(bundle.data, 'hex').toString()) as object;
    const forged = { ...data, targetPublic: generateP256KeyPair().publicKeyUncompressed };
    const swapped = { ...bundle, data: Buffer.from(JSON.stringify(forged)).toString('hex') };
    await expect(
      encryptWalletToBundle({ mnemonic: words, importBundle: JSON.stringify(swapped), ...common() }),
    ).rejects.toThrow();
  });

  test('bundle to another organization: it opens only where its target was made', async () => {
    const other = await LocalService.start();
    const importBundle = await begin('wallet', other.ready.rootUserId, other);
    await expect(encryptWalletToBundle({ mnemonic: words, importBundle, ...common() })).rejects.toThrow();
    const foreign = await encryptWalletToBundle({ mnemonic: words, importBundle, ...common(other) });
    await other.stop();
    await begin('wallet');
    expect(refusal(await importWallet(foreign))).toEqual(wrongBundle);
  });

  test('a message that is changed or malformed', async () => {
    const bundle = JSON.parse(await walletBundle()) as { ciphertext: string; encappedPublic: string };
    const flipped = bundle.ciphertext.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    for (const wrong of [
      JSON.stringify({ ...bundle, ciphertext: flipped }),
      JSON.stringify({ ...bundle, encappedPublic: `04${'11'.repeat(64)}` }),
      JSON.stringify({ ciphertext: bundle.ciphertext }),
      'not JSON',
    ]) {
      expect(refusal(await importWallet(wrong))).toEqual(wrongBundle);
    }
  });

  test('imports begun one after the other can be ended in any order; the eleventh makes room', async () => {
    const bundles = [];
    for (let n = 0; n < 11; n += 1) bundles.push(await keyBundle());
    expect(refusal(await importKey(bundles[0] ?? ''))).toEqual(wrongBundle);
    expect((await importKey(bundles[10] ?? '')).status).toBe(200);
    expect((await importKey(bundles[1] ?? '')).status).toBe(200);
  });

  test('ten imports by another user throw out an open target: each asker has a limit of their own', async () => {
    const ann = await addMember(service, 'Ann of ten imports');
    const condition = ['WALLET', 'PRIVATE_KEY'].map((kind) => `activity.kind == 'INIT_IMPORT_${kind}'`);
    await addPolicy(service, { condition: condition.join(' || '), consensus: 'true' });
    const [wallet, key] = [await walletBundle(), await keyBundle()];
    const { rootUserId: userId } = service.ready;
    const annsBundles: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      await service.submit('init_import_wallet', { userId }, ann.signer);
      const begun = await service.submit('init_import_private_key', { userId }, ann.signer);
      annsBundles.push(await sealedFor(resultOf(begun)['importBundle'] as string, randomBytes(31)));
    }
    expect((await importWallet(wallet, { walletName: 'After ten others' })).status).toBe(200);
    expect((await importKey(key)).status).toBe(200);
    // Their own limit still holds: the first of eleven is gone, the second opens (and holds too few bytes).
    const said = await Promise.all(annsBundles.slice(0, 2).map((bundle) => importKey(bundle)));
    expect(said.map(({ text }) => text.includes('does not open'))).toEqual([true, false]);
  });

  test('a user that is not there', async () => {
    const userId = '00000000-0000-4000-8000-000000000000';
    expect((await service.submit('init_import_wallet', { userId })).status).toBe(404);
    expect((await service.submit('init_import_private_key', { userId })).status).toBe(404);
    expect((await importWallet(await walletBundle(), { userId })).status).toBe(404);
  });

  test('target key reused over a vote: an import that waited fails when its target was used meanwhile', async () => {
    const ann = await addMember(service, 'Ann');
    const condition = "activity.type == 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'";
    const consensus = 'approvers.count() >= 2';
    await addPolicy(service, { condition, consensus });
    const bundle = await keyBundle();
    const importAs = (signer: Signer, privateKeyName: string) =>
      service.submit(
        'import_private_key',
        {
          userId: service.ready.rootUserId,
          privateKeyName,
          encryptedBundle: bundle,
          curve: 'CURVE_SECP256K1',
          addressFormats: [],
        },
        signer,
      );
    const open = activityOf(await importAs(ann.signer, 'Waiting'));
    expect(open.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect((await importAs(service.root, 'Quick')).status).toBe(200);
    const late = activityOf(await vote(service, 'approve', open, service.root));
    expect(late).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 3 } });
    const { text } = await service.query('list_private_keys');
    expect([text.includes('"Quick"'), text.includes('"Waiting"')]).toEqual([true, false]);
  });

  test('an import that waits for votes is carried out with the last one', async () => {
    const ben = await addMember(service, 'Ben');
    const bundle = await walletBundle();
    const condition = "activity.kind == 'IMPORT_WALLET'";
    await addPolicy(service, { condition, consensus: 'approvers.count() >= 2' });
    const open = activityOf(
      await service.submit(
        'import_wallet',
        {
          userId: service.ready.rootUserId,
          walletName: 'Voted',
          encryptedBundle: bundle,
          accounts: [ethereumAccount(0)],
        },
        ben.signer,
      ),
    );
    expect(open.result).toBeUndefined();
    service.now += DAY - 60_000;
    const done = activityOf(await vote(service, 'approve', open, service.root));
    expect(done.result?.['importWalletResult']).toMatchObject({ addresses: [firstAddress] });
  });

  test('a target outlives a restart', async () => {
    const bundle = await walletBundle();
    await service.restart();
    expect((await importWallet(bundle)).status).toBe(200);
  });
});
