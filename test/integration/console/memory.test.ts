// What a console's process holds of the secrets that went through it: after each way that a secret takes, and when it is locked.
import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HDNodeWallet, Mnemonic, Wallet, encryptKeystoreJson } from 'ethers';
import keytar from 'keytar';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '#preload/contract/call.ts';
import type { ExportView } from '#preload/contract/exports.ts';
import type { SecretImport } from '#preload/contract/secrets.ts';
import { builtService } from '../../fixtures/built-service.ts';
import { type CeremonySecrets, answerCeremony } from '../../fixtures/answer-ceremony.ts';
import type { Asked } from '../../fixtures/memory-child.ts';
import {
  formsOf,
  formsOfBytes,
  formsOfText,
  searchFile,
  searchMemory,
} from '../../fixtures/memory-search.ts';
import { Passkey } from '../../fixtures/passkey.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';

const root = resolve(import.meta.dirname, '../../..');
const missing = existsSync('/proc/self/mem') ? await keychainMissing() : 'no /proc/self/mem';
/**
 * What is known to be left now and then, in memory that is free: the hex that the keychain's library reads and frees without
 * overwriting it, and what went through a channel to another process as text because the operator had it shown.
 */
const LEFT = [
  /^(?:API_KEY_CURVE_\w+|session by [\w-]+|(?:hex|PEM) credential|request-seal-key|service-storage-key): hex, in /,
  /^(?:words: text|hex key: hex), in /,
];
const PASSPHRASE = 'correct horse battery staple';
/** The secret part of a webhook's address, which the open console shows. */
const WEBHOOK = { token: '' };
type Forms = ReturnType<typeof formsOfBytes>;

describe.skipIf(missing !== null)(
  `memory of the console (${missing ?? 'real keychain, real service'})`,
  () => {
    const keychainService = `KeyOps test ${randomUUID()}`;
    const secrets = new Map<string, Forms>();
    let folder = '';
    let outDir = '';
    let child: ChildProcess;
    let asks = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'keyops-memory-'));
      const cache = join(root, 'node_modules/.cache/memory-child');
      mkdirSync(cache, { recursive: true });
      outDir = mkdtempSync(join(cache, 'run-'));
      const external = ['keytar', '@photostructure/sqlite', 'tiny-secp256k1'];
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        ssr: { noExternal: true, external },
        build: {
          ssr: join(root, 'test/fixtures/memory-child.ts'),
          target: 'node20.19',
          outDir,
          rolldownOptions: { external, output: { entryFileNames: 'child.mjs' } },
        },
      });
      child = fork(join(outDir, 'child.mjs'), [await builtService(), join(folder, 'data'), keychainService], {
        execArgv: [],
      });
    });
    afterAll(async () => {
      await ask({ do: 'end' });
      child.kill();
      for (const { account } of await keytar.findCredentials(keychainService))
        await keytar.deletePassword(keychainService, account);
      rmSync(folder, { recursive: true, force: true });
      rmSync(outDir, { recursive: true, force: true });
    });

    const ask = <T>(asked: Asked): Promise<T> =>
      new Promise((resolve, reject) => {
        const id = (asks += 1);
        const hear = (message: { id: number; value?: T; error?: string }): void => {
          if (message.id !== id) return;
          child.off('message', hear);
          if (message.error === undefined) resolve(message.value as T);
          else reject(new Error(message.error));
        };
        child.on('message', hear);
        child.send({ id, asked });
      });
    const call = async <T>(name: string, input?: unknown, press = false): Promise<T> => {
      const answer = await ask<Envelope>({ do: 'call', name, input, press });
      if (!answer.ok) throw new Error(`${name}: ${answer.code}: ${answer.message}`);
      return answer.value as T;
    };
    const fileOf = async (name: string, content: string | Uint8Array): Promise<string> => {
      const path = join(folder, name);
      writeFileSync(path, content);
      const answer = await ask<Envelope>({ do: 'pick', path });
      return (answer as { value: { file: string } }).value.file;
    };
    const approve = async (outcome: Promise<unknown>, times = 1, passphrase?: string): Promise<void> => {
      // Who fails before it is asked says why.
      const failed = outcome.then(() => new Promise<never>(() => undefined));
      const decide: Asked = passphrase === undefined ? { do: 'decide' } : { do: 'decide', passphrase };
      for (let count = 0; count < times; count += 1) await Promise.race([ask(decide), failed]);
      await outcome;
    };
    /** Answers each ceremony in the child's browser from now on. @returns the secrets of the pages */
    const useAuthenticator = (passkey: Passkey): CeremonySecrets[] => {
      const pages: CeremonySecrets[] = [];
      child.removeAllListeners('message');
      child.on('message', ({ browse }: { browse?: string }) => {
        if (browse !== undefined) void answerCeremony(browse, passkey).then((page) => pages.push(page));
      });
      return pages;
    };
    /** What each page had for itself, by name. The challenge of a stamp is a digest of what was sent. */
    const ownOf = (pages: readonly CeremonySecrets[]): Record<string, string> =>
      Object.assign(
        {},
        ...pages.map(({ path, state }, index) => ({ [`path ${index}`]: path, [`state ${index}`]: state })),
      ) as Record<string, string>;
    /** What strings of the heap have of a text that came through this test's own channel, which nobody wipes. */
    const textInHeap = async (texts: Readonly<Record<string, string>>): Promise<string[]> => {
      const path = join(folder, 'text.heapsnapshot');
      await ask({ do: 'snapshot', path });
      return searchFile(
        path,
        Object.entries(texts).flatMap(([name, text]) => formsOf(name, formsOfText(text))),
      );
    };
    /** The names of forms that strings of the heap have, by secret; garbage is collected before. */
    const inHeap = async (names: readonly string[] = [...secrets.keys()]): Promise<string[]> => {
      const path = join(folder, 'heap.heapsnapshot');
      await ask({ do: 'snapshot', path });
      return searchFile(
        path,
        names.flatMap((name) => formsOf(name, secrets.get(name) ?? [])),
      );
    };
    const inMemory = (names: readonly string[]): string[] =>
      [
        ...searchMemory(child.pid ?? 0, new Map(names.map((name) => [name, secrets.get(name) ?? []]))).keys(),
      ].sort();
    /** The keys that the keychain has under this prefix and that are not known yet: each is a secret from now on. */
    const learnKeys = async (name: string): Promise<void> => {
      for (const { account, password } of await keytar.findCredentials(keychainService)) {
        if (!/^(?:credential:|request-seal-key|service-storage-key)/.test(account)) continue;
        const key = account.startsWith('credential:') ? name : account;
        if (known.has(account)) continue;
        known.add(account);
        secrets.set(key, formsOfBytes(Buffer.from(password, 'hex')));
      }
    };
    const known = new Set<string>();

    it('finds a planted secret in every form: a search that finds nothing would prove nothing', async () => {
      // The keychain is looked at first: it does not wait for a process that is stopped.
      await call('app.bootstrap');
      const bytes = randomBytes(32);
      const path = join(folder, 'planted');
      writeFileSync(path, bytes);
      const forms = formsOfBytes(bytes);
      const none = searchMemory(child.pid ?? 0, new Map([['planted', forms]]));
      expect([...none]).toEqual([]);
      await ask({ do: 'plant', path });
      const found = [...searchMemory(child.pid ?? 0, new Map([['planted', forms]])).keys()].join('\n');
      const narrow = forms.filter(({ name }) => !name.includes('16 bits') && !name.includes('(2)'));
      for (const { name } of narrow) expect(found, name).toContain(`planted: ${name}, in`);
      expect(found).toContain('planted: base58 (16 bits), in');
      const heap = join(folder, 'heap.heapsnapshot');
      await ask({ do: 'snapshot', path: heap });
      // Its strings are looked for from here on. The buffers it came in are this test's, and nobody wipes them.
      const isText = ({ name }: Forms[number]): boolean => !/^bytes|16 bits/.test(name);
      secrets.set('planted', forms.filter(isText));
      const texts = narrow.map(({ name }) => name).filter((name) => !name.startsWith('bytes'));
      expect(searchFile(heap, forms)).toEqual(expect.arrayContaining(texts));
      // Nothing refers to it any more: from here on it is looked for like the others.
      await ask({ do: 'unplant' });
    });

    it('no string of a key is left by creating credentials and signing with them', async () => {
      for (const curve of ['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519']) {
        await call('credentials.create', { label: curve, curve });
        await learnKeys(curve);
      }
      await ask({ do: 'ready' });
      const preview = await call<{ id: string }>('requests.prepare', {
        operation: 'create_private_keys',
        parameters: {
          privateKeys: [
            {
              privateKeyName: 'Made',
              curve: 'CURVE_SECP256K1',
              privateKeyTags: [],
              addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
            },
          ],
        },
      });
      await approve(call('requests.review', { previewId: preview.id }, true));
      await learnKeys('other');
      expect(secrets.size).toBeGreaterThan(4);
      expect(await inHeap()).toEqual([]);
    });

    it('no string of a key is left by importing credentials out of files', async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const scalar = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
      secrets.set('PEM credential', formsOfBytes(scalar));
      const pem = await fileOf('key.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }));
      const fromPem = { label: 'PEM', curve: null, source: { kind: 'file', file: pem } };
      await approve(call('credentials.importFrom', fromPem, true));
      const raw = randomBytes(32);
      secrets.set('hex credential', formsOfBytes(raw));
      const hex = await fileOf('key.hex', raw.toString('hex'));
      const source = { kind: 'file', file: hex };
      const fromHex = { label: 'Hex', curve: 'API_KEY_CURVE_SECP256K1', source };
      await approve(call('credentials.importFrom', fromHex, true));
      expect(await inHeap()).toEqual([]);
    });

    const bring = async (kind: string, file: string, name: string, more: object = {}): Promise<void> => {
      await call('keyImports.read', { kind, source: { file }, ...more });
      await approve(call('keyImports.begin', { name }, true), 2);
      await call('keyImports.clear');
    };
    it('no string of a key or phrase is left by importing it from hex, a keystore or words', async () => {
      const raw = randomBytes(32);
      secrets.set('hex key', formsOfBytes(raw));
      await bring('privateKey', await fileOf('imported.hex', raw.toString('hex')), 'Hex');
      const kept = Wallet.createRandom();
      secrets.set('keystore key', formsOfBytes(Buffer.from(kept.privateKey.slice(2), 'hex')));
      const keystore = await encryptKeystoreJson(
        { address: kept.address, privateKey: kept.privateKey },
        PASSPHRASE,
        { scrypt: { N: 1 << 12 } },
      );
      await bring('privateKey', await fileOf('kept.json', keystore), 'Keystore', { passphrase: PASSPHRASE });
      const words = Mnemonic.fromEntropy(randomBytes(16)).phrase;
      secrets.set('words', formsOfText(words));
      secrets.set(
        'seed',
        formsOfBytes(Buffer.from(Mnemonic.fromPhrase(words).computeSeed().slice(2), 'hex')),
      );
      const at = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words), "m/44'/60'/0'/0/0");
      secrets.set('derived key', formsOfBytes(Buffer.from(at.privateKey.slice(2), 'hex')));
      await bring('wallet', await fileOf('words.txt', words), 'Words');
      expect(await inHeap()).toEqual([]);
    });

    const exportItem = async (target: object): Promise<string> => {
      const { id, preview } = await call<{ id: string; preview: { id: string } }>('exports.prepare', target);
      await approve(call('requests.review', { previewId: preview.id }, true));
      const [view] = (await call<ExportView[]>('exports.list')).filter((each) => each.id === id);
      expect(view?.status.state).toBe('open');
      return id;
    };
    it('no string of a key or phrase is left by exporting it, also where it was shown, copied and saved', async () => {
      const keys = await call<{ privateKeyId: string; privateKeyName: string }[]>('keys.list');
      const { privateKeyId } = keys.find(({ privateKeyName }) => privateKeyName === 'Hex') ?? {};
      const id = await exportItem({ kind: 'privateKey', privateKeyId });
      for (const name of ['exports.reveal', 'exports.copy'])
        await call(name, { id, item: 0, format: 'HEXADECIMAL' });
      await call('exports.saveAge', { id, item: 0, format: 'HEXADECIMAL', passphrase: PASSPHRASE });
      await call('exports.saveKeystore', { id, item: 0, passphrase: PASSPHRASE });
      const { wallets } = await call<{ wallets: { walletId: string; walletName: string }[] }>('queries.ask', {
        operation: 'list_wallets',
        parameters: {},
      });
      const wallet = await exportItem({ kind: 'wallet', walletId: wallets[0]?.walletId });
      await call('exports.reveal', { id: wallet, item: 0, format: 'MNEMONIC' });
      // What was copied last is on the clipboard for half a minute, and until the lock.
      await call('exports.copy', { id: wallet, item: 0, format: 'MNEMONIC' });
      expect((await inHeap()).filter((found) => !found.startsWith('words: '))).toEqual([]);
    });

    it('no string of a value is left by importing secrets out of a file', async () => {
      const value = randomBytes(30).toString('base64');
      secrets.set('secret', formsOfText(value));
      await call<SecretImport>('secrets.addFile', { file: await fileOf('many.env', `TOKEN="${value}"`) });
      await approve(call('secrets.begin', undefined, true), 2);
      expect((await inHeap()).filter((found) => !found.startsWith('words: '))).toEqual([]);
    });

    it('no string of a key is left by opening sessions', async () => {
      for (const origin of ['stamp-login', 'read-write']) {
        const input = { label: origin, origin, expirationSeconds: 3600, invalidateExisting: false };
        const preview = await call<{ id: string }>('loginSessions.prepare', input);
        await approve(call('requests.review', { previewId: preview.id }, true));
        await learnKeys(`session by ${origin}`);
      }
      expect(secrets.has('session by read-write')).toBe(true);
      expect((await inHeap()).filter((found) => !found.startsWith('words: '))).toEqual([]);
    });

    it.each([
      ['OAuth', 'fetcher'],
      ['on-ramp', 'onRamp'],
    ])('no string of an %s client’s secret is left by sealing it for the service', async (_kind, to) => {
      const plain = randomBytes(30).toString('base64');
      // It goes through this test's own channel as text, which nobody wipes: only the heap is searched for it.
      const forms = formsOfText(plain);
      const { sealed } = await call<{ sealed: string }>('sealing.seal', { to, plain });
      expect(sealed).not.toContain(plain);
      const path = join(folder, 'sealed.heapsnapshot');
      await ask({ do: 'snapshot', path });
      expect(searchFile(path, forms)).toEqual([]);
    });

    it('no string of a passkey’s page is left by registering a passkey and stamping with it', async () => {
      const passkey = new Passkey();
      const pages = useAuthenticator(passkey);
      const registration = await call<{ id: string }>('passkeys.register', { label: 'Phone' });
      await approve(call('requests.review', { previewId: registration.id }, true));
      const { credentials } = await call<{ credentials: { publicKey: string; current: boolean }[] }>(
        'app.bootstrap',
      );
      const before = credentials.find(({ current }) => current)?.publicKey;
      expect(credentials.map(({ publicKey }) => publicKey)).toContain(passkey.publicKey);
      await call('credentials.select', { publicKey: passkey.publicKey });
      const preview = await call<{ id: string }>('requests.prepare', {
        operation: 'create_private_keys',
        parameters: {
          privateKeys: [
            { privateKeyName: 'By passkey', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] },
          ],
        },
      });
      await approve(call('requests.review', { previewId: preview.id }, true));
      await call('credentials.select', { publicKey: before });
      expect(pages).toHaveLength(2);
      // Of the one that is over nothing is left, with which another page could answer in its name.
      expect(await textInHeap(ownOf(pages))).toEqual([]);
    });

    it('no string of a webhook’s address is left by a lock, whose path is a secret of its receiver', async () => {
      WEBHOOK.token = randomBytes(24).toString('base64url');
      const preview = await call<{ id: string }>('requests.prepare', {
        operation: 'create_webhook_endpoint',
        parameters: {
          url: `https://1.1.1.1/services/${WEBHOOK.token}`,
          name: 'Chat',
          subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
        },
      });
      await approve(call('requests.review', { previewId: preview.id }, true));
      const { webhookEndpoints } = await call<{ webhookEndpoints: { url: string }[] }>('queries.ask', {
        operation: 'list_webhook_endpoints',
        parameters: {},
      });
      expect(webhookEndpoints.map(({ url }) => url).join()).toContain(WEBHOOK.token);
    });

    it('attack: the memory of a locked console is read for every secret that went through it', async () => {
      // Open, it holds the key that its requests are sealed with.
      expect(inMemory(['request-seal-key']).join('\n')).toContain('request-seal-key: bytes, in ');
      await call('app.lock');
      await ask({ do: 'cleared' });
      expect(await inHeap()).toEqual([]);
      expect(await textInHeap({ webhook: WEBHOOK.token })).toEqual([]);
      expect(
        inMemory([...secrets.keys()]).filter((found) => !LEFT.some((known) => known.test(found))),
      ).toEqual([]);
    });

    it('no string of the passphrase is left by setting it up, unlocking with it and typing a wrong one', async () => {
      const [passphrase, wrong] = [randomBytes(18).toString('base64'), randomBytes(18).toString('base64')];
      await call('app.unlock', undefined, true);
      await approve(call('lock.choose', { method: 'passphrase' }, true), 1, passphrase);
      await call('app.lock');
      const unlocking = call('app.unlock', undefined, true);
      expect(await ask<Envelope>({ do: 'decide', passphrase: wrong })).toMatchObject({
        code: 'UNLOCK_PASSPHRASE_WRONG',
      });
      await ask({ do: 'again' });
      await approve(unlocking, 1, passphrase);
      expect(await textInHeap({ passphrase, wrong })).toEqual([]);
      // Once more for what is grave, in the place of another method.
      const pages = useAuthenticator(new Passkey());
      await approve(call('lock.choose', { method: 'passkey' }, true), 1, passphrase);
      await call('app.lock');
      await approve(call('app.unlock', undefined, true));
      expect(pages).toHaveLength(3);
      expect(await textInHeap({ passphrase, wrong, ...ownOf(pages) })).toEqual([]);
    });
  },
);
