import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { computeAddress, HDNodeWallet, Mnemonic, Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { KeyImport } from '#preload/contract/key-imports.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { findInFiles } from '../../e2e/leak-search.ts';
import { UNSIGNED } from '../../tour/steps.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import { type OnService, runConsoleOn } from '../../fixtures/console-on-service.ts';
import { type InterferingProxy, forward, startProxy } from '../../fixtures/interfering-proxy.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing, runConsole } from '../../fixtures/running-console.ts';
import { addMember, vote } from '../../fixtures/team.ts';

const missing = await keychainMissing();
// Answers are lost at once here; the limits stay those of operators, for a busy machine is slow.
const timing = { retryMs: 1, retries: 1, pollMs: 5, pollForMs: 20 };
const DAY = 24 * 60 * 60 * 1000;
const HALF_AN_HOUR = 30 * 60 * 1000;
const fresh = (): string => randomBytes(32).toString('hex');

describe.skipIf(missing !== null)(`import of keys and wallets (${missing ?? 'real keychain'})`, () => {
  const secrets: string[] = [];
  let service: LocalService;
  let proxy: InterferingProxy;
  let on: OnService;
  let folder = '';

  beforeAll(async () => {
    if (missing !== null) return;
    folder = mkdtempSync(join(tmpdir(), 'keyops-keys-'));
    service = await LocalService.start();
    proxy = await startProxy(service.ready.url);
    on = await runConsoleOn(service, { baseUrl: proxy.url, timing });
  });
  afterAll(async () => {
    await on.stop();
    await proxy.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const call = <T = KeyImport>(name: string, input?: unknown): Promise<T> => on.running.call<T>(name, input);
  const typed = (kind: 'privateKey' | 'wallet', text: string, more: object = {}): Promise<KeyImport> => {
    secrets.push(text);
    on.tick();
    return call('keyImports.read', { kind, source: { text }, ...more });
  };
  const decide = async (decision: 'approve' | 'deny'): Promise<ApprovalView> => {
    const view = await decideNext(on.running, decision);
    await on.running.host.until(() => !on.running.host.approvalShown);
    return view;
  };
  /** Begins, approves both requests; gives what the second one showed, and how it ended. */
  const bring = async (name: string): Promise<{ shown: Preview; ended: KeyImport }> => {
    const begun = call('keyImports.begin', { name });
    await decide('approve');
    const { preview: shown } = await decide('approve');
    return { shown, ended: await begun };
  };
  const keysNamed = async (name: string): Promise<PrivateKey[]> => {
    on.tick();
    return (await call<PrivateKey[]>('keys.list')).filter((key) => key.privateKeyName === name);
  };
  const outcomeOf = ({ status }: KeyImport): Outcome => {
    if (status.state !== 'ended') throw new Error(`It is ${status.state}.`);
    return status.outcome;
  };
  const done = async (operation: string, parameters: object): Promise<Outcome> => {
    on.tick();
    const preview = await on.running.prepare(operation, { ...parameters });
    return on.running.review(preview, 'approve');
  };

  it('shows the address before anything is approved, and the service comes to the same', async () => {
    const key = fresh();
    const address = computeAddress(`0x${key}`);
    const draft = await typed('privateKey', `0x${key}`);
    expect(draft).toMatchObject({
      status: { state: 'draft' },
      subject: { form: 'HEXADECIMAL', addresses: [{ addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address }] },
    });
    const chosen = await call('keyImports.choose', {
      kind: 'privateKey',
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'],
    });
    const { shown, ended } = await bring('Treasury');
    expect(shown.sentence[0]?.value).toBe('Import the secp256k1 key “Treasury” into the organization.');
    expect(shown.facts).toMatchObject([
      { label: 'Ethereum', value: address },
      { label: 'Tron' },
      { label: 'Name', value: 'Treasury' },
      { label: 'Curve', value: 'secp256k1' },
      { label: 'User' },
      { label: 'Encrypted key', kind: 'data' },
    ]);
    expect(shown.warnings).toEqual([]);
    expect(outcomeOf(ended)).toMatchObject({
      state: 'completed',
      verifications: [
        { name: 'Same request', passed: true },
        { name: 'Addresses', passed: true },
        { name: 'Public key', passed: true },
      ],
    });
    const [stored] = await keysNamed('Treasury');
    expect(stored?.imported).toBe(true);
    expect(chosen.subject).toMatchObject({ publicKey: stored?.publicKey });
    await call('keyImports.clear');

    // Read in once more, it says what is there already.
    expect((await typed('privateKey', key)).known).toEqual([{ name: 'Treasury', address }]);
    await call('keyImports.clear');
    expect(await call('keyImports.current')).toBeNull();
  });

  it('takes back the keystore that the export wrote, and signs with it', async () => {
    const passphrase = 'correct horse battery staple';
    const [key] = await keysNamed('Treasury');
    const { id, preview } = await call<{ id: string; preview: Preview }>('exports.prepare', {
      kind: 'privateKey',
      privateKeyId: key?.privateKeyId,
    });
    await on.running.review(preview, 'approve');
    await call('exports.saveKeystore', { id, item: 0, passphrase });
    await call('exports.wipe', { id });
    const path = join(folder, 'treasury.keystore.json');
    writeFileSync(path, on.running.host.saved.at(-1)?.text ?? '');
    const read = (more: object) => call('keyImports.read', { kind: 'privateKey', source: { path }, ...more });
    await expect(read({})).rejects.toMatchObject({ code: 'PASSPHRASE_MISSING' });
    const { source, subject, known } = await read({ passphrase });
    expect(source).toBe(path);
    expect(subject).toMatchObject({ form: 'KEYSTORE', publicKey: key?.publicKey });
    expect(known).toHaveLength(1);
    const { ended } = await bring('Treasury again');
    expect(outcomeOf(ended)).toMatchObject({ state: 'completed' });
    await call('keyImports.clear');
    const [again] = await keysNamed('Treasury again');
    const outcome = await done('sign_transaction', {
      signWith: again?.addresses[0]?.address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: UNSIGNED,
    });
    if (outcome.state !== 'completed') throw new Error(JSON.stringify(outcome));
    expect(Transaction.from(`0x${outcome.transaction?.signed ?? ''}`).from).toBe(key?.addresses[0]?.address);
  });

  it('reads the key file of Solana by its path alone', async () => {
    const pair = Keypair.generate();
    const path = join(folder, 'id.json');
    writeFileSync(path, JSON.stringify([...pair.secretKey]));
    on.tick();
    await call('keyImports.read', { kind: 'privateKey', source: { path } });
    const { ended } = await bring('Validator');
    expect(outcomeOf(ended)).toMatchObject({ state: 'completed' });
    expect((await keysNamed('Validator'))[0]?.addresses[0]?.address).toBe(pair.publicKey.toBase58());
    secrets.push(base58.encode(pair.secretKey), Buffer.from(pair.secretKey.slice(0, 32)).toString('hex'));
    await call('keyImports.clear');
  });

  it('brings in a wallet with a passphrase: each account is where another library has it', async () => {
    const words = Mnemonic.fromEntropy(randomBytes(32)).phrase;
    const draft = await typed('wallet', words.replaceAll(' ', '  '), { wordsPassphrase: 'pä$$' });
    const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words, 'pä$$'), "m/44'/60'/0'/0");
    const at = (index: number): string => root.deriveChild(index).address;
    expect(draft.subject).toMatchObject({ words: 24, hasPassphrase: true, accounts: [{ address: at(0) }] });
    const account = (index: number) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: `m/44'/60'/0'/0/${index}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });
    await expect(
      call('keyImports.choose', { kind: 'wallet', accounts: [{ ...account(0), path: 'm/44/x' }] }),
    ).rejects.toMatchObject({ code: 'PATH_INVALID' });
    await call('keyImports.choose', { kind: 'wallet', accounts: [account(0), account(1)] });
    const { shown, ended } = await bring('Cold');
    expect(shown.facts).toMatchObject([
      { value: at(0), note: "m/44'/60'/0'/0/0, secp256k1, BIP-32" },
      { value: at(1), note: "m/44'/60'/0'/0/1, secp256k1, BIP-32" },
      { label: 'Name', value: 'Cold' },
      { label: 'User' },
      { label: 'Encrypted words', kind: 'data' },
    ]);
    const outcome = outcomeOf(ended);
    if (outcome.state !== 'completed') throw new Error(JSON.stringify(outcome));
    expect(outcome.verifications.every(({ passed }) => passed)).toBe(true);
    expect(outcome.result).toMatchObject({ addresses: [at(0), at(1)] });
    await call('keyImports.clear');
  });

  it.each(['first', 'second'] as const)(
    'wipes the key and imports nothing when the %s is denied',
    async (which) => {
      await typed('privateKey', fresh());
      const begun = call('keyImports.begin', { name: `denied ${which}` });
      if (which === 'second') await decide('approve');
      await decide('deny');
      expect(outcomeOf(await begun)).toEqual({ state: 'denied' });
      await expect(call('keyImports.begin', { name: 'again' })).rejects.toMatchObject({
        code: 'KEY_IMPORT_STAGE',
      });
      await call('keyImports.clear');
      expect(await keysNamed(`denied ${which}`)).toEqual([]);
    },
  );

  it('forgets the key when the console is locked, also while its request is under review', async () => {
    await typed('privateKey', fresh());
    const begun = call('keyImports.begin', { name: 'locked' });
    await on.running.host.until(() => on.running.host.approvalShown);
    await call('app.lock');
    await begun;
    await expect(call('keyImports.current')).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    await expect(typed('privateKey', fresh())).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    await call('app.unlock');
    expect(await call('keyImports.current')).toBeNull();
  });

  it('keeps the draft while the service is not there, and goes on with it', async () => {
    await typed('privateKey', fresh());
    proxy.interfere((_request, response) => response.destroy());
    await expect(call('keyImports.begin', { name: 'patient' })).rejects.toMatchObject({
      code: /SERVICE|ANSWER/,
    });
    proxy.interfere(null);
    expect((await call('keyImports.current')).status).toEqual({ state: 'draft' });
    expect(outcomeOf((await bring('patient')).ended)).toMatchObject({ state: 'completed' });
    await call('keyImports.clear');
  });

  /** Does what it is asked for, once the path fits, and loses the answer. */
  const loseAnswersOf = (path: string): RequestListener => {
    const lost = (response: ServerResponse) => ({
      writeHead: () => undefined,
      end: () => response.destroy(),
    });
    return (request, response) =>
      void forward(
        service.ready.url,
        request,
        request.url?.endsWith(path) === true ? (lost(response) as unknown as ServerResponse) : response,
      );
  };

  it.each([
    ['target', 'init_import_private_key'],
    ['key', 'import_private_key'],
  ])(
    'the service dies while the %s is asked for: sent again, it has no second effect',
    async (step, path) => {
      await typed('privateKey', fresh());
      const name = `lost ${step}`;
      proxy.interfere(loseAnswersOf(`/${path}`));
      const begun = call('keyImports.begin', { name });
      await decide('approve');
      if (step === 'key') await decide('approve');
      expect((await begun).status).toMatchObject({ state: 'unanswered', step });
      proxy.interfere(null);
      const going = call('keyImports.resume');
      if (step === 'target') await decide('approve');
      expect(outcomeOf(await going)).toMatchObject({ state: 'completed' });
      expect(await keysNamed(name)).toHaveLength(1);
      await call('keyImports.clear');
    },
  );

  it('the console is killed with the sealed key on its way: another run finishes it, checked as it was shown', async () => {
    const key = fresh();
    await typed('privateKey', key);
    proxy.interfere(loseAnswersOf('/import_private_key'));
    const begun = call('keyImports.begin', { name: 'killed' });
    await decide('approve');
    await decide('approve');
    await begun;
    // What a killed console leaves behind is what is on the disk now.
    const left = mkdtempSync(join(tmpdir(), 'keyops-killed-'));
    cpSync(on.place.dataFolder, left, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    await call('keyImports.clear');
    proxy.interfere(null);
    const next = await runConsole({ dataFolder: left, keychain: on.place.keychain, timing });
    try {
      await next.untilReady();
      const unfinished = await next.call<{ fingerprint: string }[]>('requests.unfinished');
      expect(unfinished).toHaveLength(1);
      expect(await next.call('keyImports.current')).toBeNull();
      const { fingerprint } = unfinished[0] ?? {};
      expect(await next.call('requests.resume', { fingerprint })).toMatchObject({
        state: 'completed',
        verifications: [{ name: 'Same request' }, { name: 'Addresses', passed: true }],
      });
      expect(await keysNamed('killed')).toHaveLength(1);
      expect(await findInFiles(left, [key])).toEqual([]);
    } finally {
      await next.console.close();
      rmSync(left, { recursive: true });
    }
  });

  it('waits for votes at both steps, and says so when its target key expired in between', async () => {
    const second = await addMember(service, 'second');
    await on.needVoteOf(second);
    const voteOn = async ({ status }: KeyImport): Promise<void> => {
      if (status.state !== 'waiting') throw new Error(`It is ${status.state}.`);
      const { json } = await service.query('get_activity', { activityId: status.activityId });
      if (json.activity === undefined) throw new Error('no activity');
      await vote(service, 'approve', json.activity, second.signer);
    };
    await typed('privateKey', fresh());
    const begun = call('keyImports.begin', { name: 'too late' });
    await decide('approve');
    const first = await begun;
    expect(first.status).toMatchObject({ state: 'waiting', step: 'target' });
    await voteOn(first);
    // A target lives as long as a vote counts: this one is half an hour older than the votes on what was sealed to it.
    service.now += HALF_AN_HOUR;
    const going = call('keyImports.resume');
    await decide('approve');
    const waiting = await going;
    expect(waiting.status).toMatchObject({ state: 'waiting', step: 'key' });
    service.now += DAY - HALF_AN_HOUR / 2;
    await voteOn(waiting);
    const ended = outcomeOf(await call('keyImports.resume'));
    expect(ended).toMatchObject({ state: 'failed', message: expect.stringContaining('expired') as string });
    expect(await keysNamed('too late')).toEqual([]);
    await call('keyImports.clear');
  });

  it('attack: what was secret is in no file of the console, and in nothing that the window was told', async () => {
    expect(secrets.length).toBeGreaterThan(8);
    expect(await findInFiles(on.place.dataFolder, secrets)).toEqual([]);
    const told = JSON.stringify(on.running.host.news).toLowerCase();
    expect(secrets.filter((secret) => told.includes(secret.replace(/^0x/, '').toLowerCase()))).toEqual([]);
  });
});
