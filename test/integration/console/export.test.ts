import { randomBytes } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import { decryptExportBundle } from '@turnkey/crypto';
import { Decrypter, armor } from 'age-encryption';
import { computeAddress, HDNodeWallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportItem, ExportTarget, ExportView } from '#preload/contract/exports.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { makeClientMessage } from '#protocol/bundle/client-message.ts';
import { readSecretTarget } from '#protocol/bundle/import-bundle.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { generateP256KeyPair } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import type { Signer } from '#protocol/stamp.ts';
import { findInFiles } from '../../e2e/leak-search.ts';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
type Completed = Extract<Outcome, { state: 'completed' }>;
type Open = Extract<ExportView['status'], { state: 'open' }>;
const PASSPHRASE = 'correct horse battery staple';

describe.skipIf(missing !== null)(`the console exports (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  const taken: string[] = [];
  let running: RunningConsole;

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  /** Does a request and gives its result. */
  const act = async <T>(operation: string, parameters: Record<string, unknown>): Promise<T> => {
    const outcome = await running.review(await running.prepare(operation, parameters), 'approve');
    expect(outcome).toMatchObject({ state: 'completed' });
    return (outcome as Completed).result as T;
  };
  const createKey = async (curve: string, addressFormat: string): Promise<string> => {
    const key = {
      privateKeyName: `${curve} key`,
      curve,
      privateKeyTags: [],
      addressFormats: [addressFormat],
    };
    const made = await act<{ privateKeys: { privateKeyId: string }[] }>('create_private_keys', {
      privateKeys: [key],
    });
    return made.privateKeys[0]?.privateKeyId ?? '';
  };
  const viewOf = async (id: string): Promise<ExportView | undefined> =>
    (await running.call<ExportView[]>('exports.list')).find((each) => each.id === id);
  const open = async (target: ExportTarget): Promise<{ id: string; items: ExportItem[]; status: Open }> => {
    const { id, preview } = await running.call<{ id: string; preview: Preview }>('exports.prepare', target);
    expect(preview.effect).toBe('export');
    expect(preview.warnings.map(({ code }) => code)).toEqual(['KEY_MATERIAL_LEAVES']);
    const outcome = (await running.review(preview, 'approve')) as Completed;
    expect(outcome.verifications.filter((check) => !check.passed)).toEqual([]);
    const status = (await viewOf(id))?.status as Open;
    expect(status.state).toBe('open');
    return { id, items: status.items, status };
  };
  const reveal = async (id: string, format: string, item = 0): Promise<string> => {
    const { text } = await running.call<{ text: string }>('exports.reveal', { id, item, format });
    taken.push(text);
    return text;
  };

  it('takes out an Ethereum key in every form, and each belongs to the address of the record', async () => {
    const privateKeyId = await createKey('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM');
    const { id, items, status } = await open({ kind: 'privateKey', privateKeyId });
    expect(status.checks.map(({ name }) => name)).toEqual([
      ...['Same request', 'Quorum key', 'Signature', 'Organization', 'Key id', 'HPKE', 'Record'],
    ]);
    const hex = await reveal(id, 'HEXADECIMAL');
    const address = computeAddress(`0x${hex}`);
    expect(items[0]?.derived).toEqual([{ label: 'Address', value: address, matches: true }]);
    expect(await reveal(id, 'BITCOIN_MAINNET_WIF')).toMatch(/^[KL]/);

    await running.call('exports.saveAge', { id, item: 0, format: 'HEXADECIMAL', passphrase: PASSPHRASE });
    await running.call('exports.saveKeystore', { id, item: 0, passphrase: PASSPHRASE });
    const [age, keystore] = running.host.saved;
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    expect(age?.name).toBe('CURVE_SECP256K1-key.hex.age');
    expect(await decrypter.decrypt(armor.decode(age?.text ?? ''), 'text')).toBe(hex);
    expect(JSON.parse(keystore?.text ?? '')).toMatchObject({
      version: 3,
      address: address.slice(2).toLowerCase(),
    });

    await expect(
      running.call('exports.savePlain', { id, item: 0, format: 'HEXADECIMAL', confirmation: 'yes' }),
    ).rejects.toMatchObject({ code: 'EXPORT_NOT_CONFIRMED' });
    expect(running.host.saved).toHaveLength(2);
    const confirmation = 'CURVE_SECP256K1 key';
    await running.call('exports.savePlain', { id, item: 0, format: 'HEXADECIMAL', confirmation });
    expect(running.host.saved[2]).toEqual({ name: 'CURVE_SECP256K1-key.hex.txt', text: hex });

    // The vendor's package, with a key of its own, gets the same out of the same service.
    const own = generateP256KeyPair(new Uint8Array(randomBytes(48)));
    const parameters = { privateKeyId, targetPublicKey: toHex(own.publicKey) };
    const { warnings } = await running.prepare('export_private_key', parameters);
    expect(warnings[0]).toMatchObject({ code: 'TARGET_NOT_OURS', severity: 'danger' });
    const { exportBundle } = await act<{ exportBundle: string }>('export_private_key', parameters);
    const { organizationId } = (await running.bootstrap()).profiles[0] ?? {};
    const vendor = await decryptExportBundle({
      exportBundle,
      embeddedKey: own.privateKey.use(toHex),
      organizationId: organizationId ?? '',
      dangerouslyOverrideSignerPublicKey: (JSON.parse(exportBundle) as { enclaveQuorumPublic: string })
        .enclaveQuorumPublic,
      returnMnemonic: false,
    });
    expect(vendor).toBe(hex);

    await running.call('exports.wipe', { id });
    await expect(reveal(id, 'HEXADECIMAL')).rejects.toMatchObject({ code: 'EXPORT_UNKNOWN' });
  });

  it('takes out a Solana key as wallets of Solana take it', async () => {
    const privateKeyId = await createKey('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA');
    const { id, items } = await open({ kind: 'privateKey', privateKeyId });
    const { base58 } = await import('@scure/base');
    const pair = Keypair.fromSecretKey(base58.decode(await reveal(id, 'SOLANA')));
    expect(pair.publicKey.toBase58()).toBe(items[0]?.derived[0]?.value);
    await expect(reveal(id, 'BITCOIN_MAINNET_WIF')).rejects.toMatchObject({ code: 'EXPORT_NOT_IN_FORM' });
  });

  it('takes out the words of a wallet and the key of one account, which belong together', async () => {
    const account = {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    };
    const { walletId, addresses } = await act<{ walletId: string; addresses: string[] }>('create_wallet', {
      walletName: 'Cold',
      accounts: [account],
    });
    const words = await open({ kind: 'wallet', walletId });
    const phrase = await reveal(words.id, 'MNEMONIC');
    expect(words.items).toMatchObject([
      { kind: 'words', derived: [{ label: account.path, value: addresses[0], matches: true }] },
    ]);
    const derived = HDNodeWallet.fromPhrase(phrase, '', account.path);
    expect(derived.address).toBe(addresses[0]);
    const key = await open({ kind: 'walletAccount', walletId, address: addresses[0] ?? '' });
    expect(await reveal(key.id, 'HEXADECIMAL')).toBe(derived.privateKey.slice(2));
  });

  it('takes out several secrets at once, each sealed to a key of its own', async () => {
    const values = ['first pa$$word', 'zweites Geheimnis, größer'];
    const secretIds = await importSecrets(values);
    const { id, items } = await open({ kind: 'secrets', secretIds });
    expect(items.map(({ name, formats }) => [name, formats])).toEqual([
      ['SECRET_0', ['TEXT', 'HEXADECIMAL']],
      ['SECRET_1', ['TEXT', 'HEXADECIMAL']],
    ]);
    expect([await reveal(id, 'TEXT', 0), await reveal(id, 'TEXT', 1)]).toEqual(values);
  });

  it('puts a secret on the clipboard, and neither plaintext nor clipboard outlives a lock', async () => {
    const privateKeyId = await createKey('CURVE_P256', 'ADDRESS_FORMAT_COMPRESSED');
    const { id } = await open({ kind: 'privateKey', privateKeyId });
    await running.call('exports.copy', { id, item: 0, format: 'HEXADECIMAL' });
    expect(running.host.clipboard).toBe(await reveal(id, 'HEXADECIMAL'));
    await running.call('app.lock');
    expect(running.host.clipboard).toBe('');
    await running.call('app.unlock');
    expect(await running.call('exports.list')).toEqual([]);
    await expect(reveal(id, 'HEXADECIMAL')).rejects.toMatchObject({ code: 'EXPORT_UNKNOWN' });
  });

  it('keeps nothing of an export that was denied', async () => {
    const privateKeyId = await createKey('CURVE_P256', 'ADDRESS_FORMAT_COMPRESSED');
    const { preview } = await running.call<{ preview: Preview }>('exports.prepare', {
      kind: 'privateKey',
      privateKeyId,
    });
    expect(await running.call('exports.list')).toMatchObject([{ status: { state: 'asked' } }]);
    expect(await running.review(preview, 'deny')).toEqual({ state: 'denied' });
    expect(await running.call('exports.list')).toEqual([]);
  });

  it('waits for votes with its target key in memory, and opens when they are there', async () => {
    const privateKeyId = await createKey('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM');
    const second = await addRootUser();
    const { id, preview } = await running.call<{ id: string; preview: Preview }>('exports.prepare', {
      kind: 'privateKey',
      privateKeyId,
    });
    const waiting = await running.review(preview, 'approve');
    expect(waiting).toMatchObject({ state: 'waiting' });
    if (waiting.state !== 'waiting') return;
    const { activityId, fingerprint } = waiting;
    expect((await viewOf(id))?.status).toEqual({ state: 'waiting', activityId });
    await approve(second, fingerprint);
    expect(await running.call('requests.revisit', { activityId })).toMatchObject({ state: 'completed' });
    expect((await viewOf(id))?.status).toMatchObject({ state: 'open' });
    expect(await reveal(id, 'HEXADECIMAL')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says in the journal what was exported, and what it was is in no file', async () => {
    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 100 });
    const subjects = lines.flatMap(({ operation, subject }) =>
      subject === undefined ? [] : [[operation, subject]],
    );
    expect(new Set(subjects.map(([operation]) => operation))).toEqual(
      new Set(['export_private_key', 'export_wallet', 'export_wallet_account', 'export_secrets']),
    );
    expect(subjects.every(([, subject]) => /[0-9a-f]{8}-[0-9a-f]{4}|0x/.test(subject ?? ''))).toBe(true);
    expect(taken.length).toBeGreaterThan(8);
    expect(await findInFiles(place?.dataFolder ?? '', taken)).toEqual([]);
    expect(JSON.stringify(running.host.news)).not.toContain(taken[0]);
  });

  async function importSecrets(values: readonly string[]): Promise<string[]> {
    const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
    const { enclaveTargetMessages } = await act<{ enclaveTargetMessages: string[] }>('init_import_secrets', {
      encryptionSuite,
      numSecrets: values.length,
    });
    const { organizationId } = (await running.bootstrap()).profiles[0] ?? {};
    const secrets = await Promise.all(
      values.map(async (value, index) => {
        const message = enclaveTargetMessages[index] ?? '';
        const signer = (JSON.parse(message) as { enclaveQuorumPublic: string }).enclaveQuorumPublic;
        const targetPublicKey = readSecretTarget(message, organizationId ?? '', signer);
        const secretPayload = await makeClientMessage(new Secret(toUtf8(value)), targetPublicKey);
        return {
          name: `SECRET_${index}`,
          secretPayload,
          targetPublicKey,
          encryptionSuite,
          staticProperties: [],
        };
      }),
    );
    return (await act<{ secretIds: string[] }>('import_secrets', { secrets })).secretIds;
  }

  /** Adds a second user to the root quorum, of whom both are needed from then on. */
  async function addRootUser(): Promise<Signer> {
    const signer = freshSigner();
    const apiKey = {
      apiKeyName: 'second',
      publicKey: signer.publicKey,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: '86400',
    };
    const user = {
      userName: 'second',
      apiKeys: [apiKey],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    };
    const { userIds } = await act<{ userIds: string[] }>('create_users', { users: [user] });
    const root = (await running.bootstrap()).profiles[0]?.userId ?? '';
    await act('update_root_quorum', { threshold: 2, userIds: [root, ...userIds] });
    return signer;
  }

  async function approve(signer: Signer, fingerprint: string): Promise<void> {
    const { baseUrl, organizationId } = (await running.bootstrap()).profiles[0] ?? {};
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: { fingerprint },
    });
    const sent = await send(
      `${baseUrl ?? ''}/public/v1/submit/approve_activity`,
      body,
      stampHeader(body, signer),
    );
    expect(sent.status).toBe(200);
  }
});
