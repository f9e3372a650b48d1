import { request as httpRequest, type RequestListener } from 'node:http';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionCheck, Profile } from '#preload/contract/profiles.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { HOSTED_KEYS, type PinnedKeys, keyFingerprint } from '#protocol/pinned-keys.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { startProxy } from '#test/fixtures/interfering-proxy.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { startConnectProxy, startTlsService } from '#test/fixtures/network.ts';
import { createAuthority } from '#test/fixtures/self-signed.ts';

const MAKE_KEY = {
  privateKeys: [
    { privateKeyName: 'payouts', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] },
  ],
};

describe('hosted profiles', () => {
  let service: LocalService;
  let other: LocalService;
  let keychain: ReturnType<typeof memoryKeychain>;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  const cleanUp: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    service = await LocalService.start();
    other = await LocalService.start();
  });
  afterAll(async () => {
    await service.stop();
    await other.stop();
  });
  beforeEach(async () => {
    keychain = memoryKeychain();
    const timing = { connectMs: 1_000, headersMs: 2_000, retries: 0 };
    world = await runOnWorld(service, { keychain, timing });
    await world.running.call('app.recheck');
  });
  afterEach(async () => {
    for (const close of cleanUp.splice(0).reverse()) await close();
    await world.stop();
  });

  const profile = async (): Promise<Profile> => {
    const { profiles } = await world.running.bootstrap();
    const found = profiles.find(({ id }) => id === 'world');
    if (found === undefined) throw new Error('The profile is gone.');
    return found;
  };
  const draft = (changes: object = {}): Record<string, unknown> => ({
    id: 'world',
    name: 'Test',
    baseUrl: service.ready.url,
    organizationId: service.ready.organizationId,
    ...changes,
  });
  /** Calls what is approved, and gives the card that was approved with the answer. */
  const approving = async (name: string, input: unknown): Promise<{ card: Preview; value: unknown }> => {
    const { running } = world;
    const { host } = running;
    const answer = running.call(name, input);
    answer.catch(() => undefined);
    await Promise.race([host.until(() => host.approvalShown), answer]);
    const shown = await running.console.dispatch('approval', 'approval.current', undefined);
    const card = (shown as unknown as { value: { preview: Preview } }).value.preview;
    await running.console.dispatch('approval', 'approval.decide', {
      previewId: card.id,
      decision: 'approve',
    });
    return { card, value: await answer };
  };
  const fileOf = async (name: string, text: string): Promise<string> => {
    const path = join(world.dataFolder, name);
    writeFileSync(path, text);
    world.running.host.picked = path;
    return (await world.running.call<{ file: string }>('files.pick', { kind: 'file' })).file;
  };
  /** Has the keychain take its time for what it replaces; `decide` approves what is shown. */
  const slowly = (): { goOn: () => void; decide: () => Promise<void> } => {
    const { running } = world;
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const replace = keychain.replace.bind(keychain);
    keychain.replace = async (name, value) => {
      await waiting;
      await replace(name, value);
    };
    const decide = async (): Promise<void> => {
      await running.host.until(() => running.host.approvalShown);
      const shown = await running.console.dispatch('approval', 'approval.current', undefined);
      const { id } = (shown as unknown as { value: { preview: Preview } }).value.preview;
      await running.console.dispatch('approval', 'approval.decide', { previewId: id, decision: 'approve' });
    };
    return { goOn: () => goOn(), decide };
  };
  const valuesOf = (card: Preview): string[] => card.facts.map(({ label, value }) => `${label}: ${value}`);

  describe('that are edited', () => {
    it('says what it was and what it becomes, and takes effect only once that is approved', async () => {
      const { running } = world;
      const renamed = draft({ name: 'Payouts', proxy: { kind: 'direct' } });
      const denied = running.call('profiles.edit', renamed);
      const refused = expect(denied).rejects.toMatchObject({ code: 'ACTION_DENIED' });
      await running.host.until(() => running.host.approvalShown);
      const shown = await running.console.dispatch('approval', 'approval.current', undefined);
      const { id } = (shown as unknown as { value: { preview: Preview } }).value.preview;
      await running.console.dispatch('approval', 'approval.decide', { previewId: id, decision: 'deny' });
      await refused;
      expect(await profile()).toMatchObject({ name: 'Test', connection: { proxy: { kind: 'system' } } });

      const { card, value } = await approving('profiles.edit', renamed);
      expect(value).toEqual({ moved: false });
      expect(valuesOf(card)).toEqual(
        expect.arrayContaining([
          'Profile, until now: Test',
          'Profile, new: Payouts',
          'Proxy, until now: As this computer’s settings say',
          'Proxy, new: None',
        ]),
      );
      expect(await profile()).toMatchObject({ name: 'Payouts', connection: { proxy: { kind: 'direct' } } });
      // The row is sealed as it is now: its requests go on.
      await running.call('queries.ask', { operation: 'whoami', parameters: {} });
    });

    it('refuses an edit that changes nothing, and any of Local', async () => {
      const { running } = world;
      await expect(running.call('profiles.edit', draft())).rejects.toMatchObject({ code: 'NOTHING_CHANGED' });
      await expect(running.call('profiles.edit', draft({ id: 'local', name: 'X' }))).rejects.toMatchObject({
        code: 'PROFILE_IS_BUILT_IN',
      });
    });

    it('attack: a request that was prepared for the old address is not stamped for the new one', async () => {
      const { running } = world;
      const preview = await running.prepare('create_private_keys', MAKE_KEY);
      const { card, value } = await approving('profiles.edit', draft({ baseUrl: other.ready.url }));
      expect(value).toEqual({ moved: true });
      expect(card.warnings.map(({ code }) => code)).toContain('CREDENTIALS_MOVE');
      expect(valuesOf(card)).toContain(`Address, new: ${other.ready.url}`);
      await expect(running.call('requests.review', { previewId: preview.id })).rejects.toMatchObject({
        code: 'PREVIEW_UNKNOWN',
      });
    });

    it('attack: a batch that was approved for the old address goes on at the new one', async () => {
      const { running } = world;
      const proxy = await startProxy(service.ready.url);
      cleanUp.push(proxy.close);
      let arrived = 0;
      const elsewhere = await startProxy(other.ready.url);
      cleanUp.push(elsewhere.close);
      elsewhere.interfere((request) => {
        if (request.url?.includes('/submit/') === true) arrived += 1;
        request.socket.destroy();
      });
      await approving('profiles.edit', draft({ baseUrl: proxy.url }));
      const line = JSON.stringify({ operation: 'create_private_keys', parameters: MAKE_KEY });
      const file = await fileOf('batch.jsonl', `${line}\n`);
      const read = await running.call<{ set: { id: string } }>('batches.read', { file, operation: null });
      const { id } = read.set;
      // It stops without an answer; what is left of it is covered by its approval.
      proxy.interfere((request) => request.socket.destroy());
      await approving('requestGroups.run', { id });
      const state = async (): Promise<string | undefined> =>
        (await running.call<{ id: string; state: string }[]>('requestGroups.list')).find(
          (set) => set.id === id,
        )?.state;
      await expect.poll(state).toBe('paused');
      await approving('profiles.edit', draft({ baseUrl: elsewhere.url }));
      expect(await state()).toBe('prepared');
      await expect(running.call('requestGroups.run', { id })).rejects.toMatchObject({
        code: 'SET_OF_ANOTHER',
      });
      expect(arrived).toBe(0);
    });

    it('attack: a request without an answer is not sent again to the new address, or after a way back', async () => {
      const { running } = world;
      const proxy = await startProxy(service.ready.url);
      cleanUp.push(proxy.close);
      await approving('profiles.edit', draft({ baseUrl: proxy.url }));
      const preview = await running.prepare('create_private_keys', MAKE_KEY);
      proxy.interfere((request) => request.socket.destroy());
      const outcome = await running.review(preview, 'approve');
      expect(outcome.state).toBe('unanswered');
      const { fingerprint } = outcome as { fingerprint: string };
      for (const baseUrl of [other.ready.url, proxy.url]) {
        await approving('profiles.edit', draft({ baseUrl }));
        proxy.interfere(null);
        await expect(running.call('requests.resume', { fingerprint })).rejects.toMatchObject({
          code: 'REQUEST_CHANGED',
        });
      }
    });

    it('attack: a row that somebody wrote is not made good by editing or testing it', async () => {
      const { running, dataFolder } = world;
      const path = join(dataFolder, 'console.db');
      const columns = [
        `network = '{"proxy":{"kind":"manual","address":"http://evil:1","hasLogin":false},"certificates":{"kind":"bundled"}}'`,
        'moves = 7',
        `base_url = 'https://evil.example'`,
      ];
      for (const column of columns) {
        const database = new DatabaseSync(path);
        const before: unknown = database
          .prepare("SELECT network, moves, base_url FROM profile WHERE id = 'world'")
          .get();
        database.exec(`UPDATE profile SET ${column} WHERE id = 'world'`);
        for (const name of ['profiles.edit', 'profiles.test'])
          await expect(running.call(name, draft({ name: 'X' }))).rejects.toMatchObject({
            code: 'PROFILE_CHANGED',
          });
        await expect(
          running.call('queries.ask', { operation: 'whoami', parameters: {} }),
        ).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
        const { network, moves, base_url } = before as {
          network: string | null;
          moves: number;
          base_url: string;
        };
        database
          .prepare("UPDATE profile SET network = ?, moves = ?, base_url = ? WHERE id = 'world'")
          .run(network, moves, base_url);
        database.close();
      }
    });
  });

  describe('with keys of their own', () => {
    it('takes the keys of a ready line, shows their fingerprints, and has the vendor’s again', async () => {
      const { keys } = other.ready;
      const text = `starting\n${JSON.stringify(other.ready)}\n`;
      const { card, value } = await approving('profiles.edit', draft({ keys: { kind: 'text', text } }));
      expect(value).toEqual({ moved: true });
      for (const key of Object.values(keys))
        expect(valuesOf(card).join('\n')).toContain(keyFingerprint(String(key)));
      expect(card.warnings.map(({ code }) => code)).toContain('KEYS_NOT_VENDORS');
      expect((await profile()).connection).toMatchObject({ keys, hasVendorKeys: false });
      await approving('profiles.edit', draft({ keys: { kind: 'vendor' } }));
      expect((await profile()).connection).toMatchObject({ keys: HOSTED_KEYS, hasVendorKeys: true });
    });

    it.each([
      ['attack: a point that is not on the curve', { enclaveQuorum: `04${'11'.repeat(64)}` }],
      ['a key that is missing', { fetcherQuorum: undefined }],
      ['a private key in the place of one', { sessionNotarizer: '11'.repeat(32) }],
    ])('refuses %s', async (_name, change) => {
      const keys: Partial<Record<keyof PinnedKeys, string | undefined>> = { ...HOSTED_KEYS, ...change };
      const given = { keys: { kind: 'text', text: JSON.stringify(keys) } };
      await expect(world.running.call('profiles.edit', draft(given))).rejects.toMatchObject({
        code: 'PINNED_KEYS_UNREADABLE',
      });
    });
  });

  describe('behind a proxy that wants a password', () => {
    const login = { username: 'op', password: 'hunter2-of-the-proxy' };
    const manual = (address: string, given: unknown = login): object => ({
      proxy: { kind: 'manual', address, login: given },
    });

    it('attack: the proxy’s password is in the keychain, and in no file, card, line or snapshot', async () => {
      const { running, dataFolder } = world;
      const address = `http://op:${login.password}@proxy.example:8080`;
      const { card } = await approving('profiles.edit', draft(manual(address, null)));
      expect((await profile()).connection?.proxy).toEqual({
        kind: 'manual',
        address: 'http://proxy.example:8080',
        hasLogin: true,
      });
      expect(card.warnings.map(({ code }) => code)).toContain('PROXY_LOGIN_PLAIN');
      expect(keychain.items.get('proxy-login:world')).toContain(login.password);
      const files = ['console.db', 'console.db-wal', 'journal.jsonl'].map((name) => {
        try {
          return readFileSync(join(dataFolder, name), 'latin1');
        } catch {
          return '';
        }
      });
      const said = [JSON.stringify(card), JSON.stringify(running.host.news), ...files];
      for (const text of said) expect(text).not.toContain(login.password);
      await approving('profiles.edit', draft({ proxy: { kind: 'direct' } }));
      expect(keychain.items.has('proxy-login:world')).toBe(false);
    });

    it('attack: script has the kept password sent to a proxy of its own', async () => {
      await approving('profiles.edit', draft(manual('http://proxy.example:8080')));
      for (const name of ['profiles.edit', 'profiles.test'])
        await expect(
          world.running.call(name, draft(manual('http://evil.example:8080', 'kept'))),
        ).rejects.toMatchObject({ code: 'PROXY_LOGIN_OTHER_ADDRESS' });
    });

    it('attack: a password that would end the header and begin another is refused', async () => {
      const planted = manual('http://proxy.example', { username: 'a', password: 'b\r\nX-Evil: 1' });
      await expect(world.running.call('profiles.edit', draft(planted))).rejects.toMatchObject({
        code: 'PROXY_LOGIN_INVALID',
      });
    });
  });

  describe('whose connection is tested', () => {
    const authority = createAuthority('KeyOps test authority');
    const byId = (checks: readonly ConnectionCheck[]): Record<string, string> =>
      Object.fromEntries(checks.map(({ id, state }) => [id, state]));
    /** The service behind a TLS front, whose answers can be changed. */
    const front = async (
      certified = authority.issue('localhost'),
      listener: RequestListener = (request, response) => {
        const onward = httpRequest(
          `${service.ready.url}${request.url ?? ''}`,
          {
            method: request.method,
            headers: { ...request.headers, host: new URL(service.ready.url).host },
          },
          (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          },
        );
        request.pipe(onward);
      },
    ): Promise<string> => {
      const server = await startTlsService(certified, listener);
      cleanUp.push(server.close);
      return `https://localhost:${server.port}`;
    };
    const test = async (changes: object): Promise<ConnectionCheck[]> =>
      ((await approving('profiles.test', draft(changes))).value as { checks: ConnectionCheck[] }).checks;
    const own = async (): Promise<object> => ({
      certificates: { kind: 'own', file: await fileOf('authority.pem', authority.cert) },
    });

    it('finds everything in order for the profile as it is, without asking, and changes nothing', async () => {
      const { running } = world;
      await service.submit('create_private_keys', MAKE_KEY);
      const state = async (): Promise<unknown> => {
        const { profiles, credentials } = await running.bootstrap();
        return [profiles, credentials];
      };
      const before = await state();
      const { checks } = await running.call<{ checks: ConnectionCheck[] }>('profiles.test', draft());
      expect(byId(checks)).toEqual({
        ...{ proxy: 'ok', address: 'ok', certificate: 'warn', service: 'ok', clock: 'ok' },
        ...{ organization: 'ok', keys: 'skipped' },
      });
      expect(running.host.approvalShown).toBe(false);
      expect(await state()).toEqual(before);
    });

    it('attack: script has the console connect to a place of its own, or stamp for it: it is asked, and does not', async () => {
      const stamps: unknown[] = [];
      const url = await front(authority.issue('localhost'), (request, response) => {
        stamps.push(request.headers['x-stamp']);
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code: 5, message: 'no', details: [], serviceErrorCode: 'NOT_FOUND' }));
      });
      const { running } = world;
      const asked = running.call('profiles.test', draft({ baseUrl: url, ...(await own()) }));
      const refused = expect(asked).rejects.toMatchObject({ code: 'ACTION_DENIED' });
      await running.host.until(() => running.host.approvalShown);
      const shown = await running.console.dispatch('approval', 'approval.current', undefined);
      const { id } = (shown as unknown as { value: { preview: Preview } }).value.preview;
      await running.console.dispatch('approval', 'approval.decide', { previewId: id, decision: 'deny' });
      await refused;
      expect(stamps).toEqual([]);
      const checks = await test({ baseUrl: url, ...(await own()) });
      expect(byId(checks)).toMatchObject({ service: 'ok', organization: 'skipped', keys: 'skipped' });
      expect(stamps).toEqual([undefined]);
    });

    it('attack: a profile is tested as it was, under an approval that outlasts its edit', async () => {
      const { running } = world;
      const { goOn, decide } = slowly();
      const editing = running.call('profiles.edit', draft({ proxy: { kind: 'direct' } }));
      await decide();
      const proxy = { kind: 'manual', address: 'http://127.0.0.1:1', login: null };
      const asked = running.call('profiles.test', draft({ proxy }));
      const refused = expect(asked).rejects.toMatchObject({ code: 'PROFILE_EDITED_MEANWHILE' });
      await running.host.until(() => running.host.approvalShown);
      goOn();
      await editing;
      await decide();
      await refused;
    });

    it('attack: script sends words of its own to a proxy that was tested before, as a login: it is asked each time', async () => {
      const { running } = world;
      const proxy = (password: string | null) => ({
        ...{ kind: 'manual', address: 'http://127.0.0.1:1' },
        login: password === null ? null : { username: 'u', password },
      });
      await test({ proxy: proxy(null) });
      await running.call('profiles.test', draft({ proxy: proxy(null) }));
      for (const password of ['one', 'two']) {
        const asked = running.call('profiles.test', draft({ proxy: proxy(password) }));
        const refused = expect(asked).rejects.toMatchObject({ code: 'ACTION_DENIED' });
        await running.host.until(() => running.host.approvalShown);
        const shown = await running.console.dispatch('approval', 'approval.current', undefined);
        const { id } = (shown as unknown as { value: { preview: Preview } }).value.preview;
        await running.console.dispatch('approval', 'approval.decide', { previewId: id, decision: 'deny' });
        await refused;
      }
    });

    it('shows the TLS version, the issuer and the fingerprint, through a proxy too', async () => {
      const certified = authority.issue('api.keyops.test');
      const url = await front(certified);
      const proxy = await startConnectProxy();
      cleanUp.push(proxy.close);
      const checks = await test({
        ...(await own()),
        baseUrl: url.replace('localhost', 'api.keyops.test'),
        proxy: { kind: 'manual', address: proxy.url, login: null },
      });
      const found = Object.fromEntries(checks.map(({ id, found: text }) => [id, text]));
      expect(found['proxy']).toContain(proxy.url);
      expect(found['certificate']).toMatch(/TLSv1\.3.*own file.*KeyOps test authority.*SHA-256 [0-9a-f]{64}/);
      expect(byId(checks)).toMatchObject({ address: 'ok', service: 'ok', clock: 'ok' });
    });

    it('says which certificate is wrong, and why', async () => {
      const wrong = {
        SERVICE_CERTIFICATE_OTHER_HOST: authority.issue('evil.test'),
        SERVICE_CERTIFICATE_EXPIRED: authority.issue('localhost', '210101000000Z'),
        SERVICE_CERTIFICATE_UNKNOWN: createAuthority('Other').issue('localhost'),
      };
      const found: string[] = [];
      for (const certified of Object.values(wrong)) {
        const checks = await test({ baseUrl: await front(certified), ...(await own()) });
        expect(byId(checks)).toMatchObject({ address: 'ok', certificate: 'failed', service: 'skipped' });
        found.push(checks.find(({ id }) => id === 'certificate')?.found ?? '');
      }
      expect(found).toEqual([
        expect.stringContaining('another host’s'),
        expect.stringContaining('valid at this time'),
        expect.stringContaining('No authority'),
      ]);
    });

    it('says that a clock is 10 minutes off', async () => {
      const dated: RequestListener = (_request, response) => {
        response.setHeader('date', new Date(Date.now() + 600_000).toUTCString());
        response.end(JSON.stringify({ keys: [] }));
      };
      const checks = await test({
        baseUrl: await front(authority.issue('localhost'), dated),
        ...(await own()),
      });
      const clock = checks.find(({ id }) => id === 'clock');
      expect(clock).toMatchObject({ state: 'failed' });
      expect(clock?.found).toMatch(/(?:599|600|601) seconds behind/);
    });

    it.each<[string, RequestListener]>([
      [
        'a redirect',
        (_request, response) => void response.writeHead(302, { location: 'https://evil.test' }).end(),
      ],
      ['a page', (_request, response) => void response.end('<html>hello</html>')],
      ['another JSON', (_request, response) => void response.end('{"hello":1}')],
    ])('says that %s is no key service', async (_name, listener) => {
      const checks = await test({
        baseUrl: await front(authority.issue('localhost'), listener),
        ...(await own()),
      });
      expect(byId(checks)).toMatchObject({ certificate: 'ok', service: 'failed' });
      expect(checks.find(({ id }) => id === 'service')?.remedy).not.toBe('');
    });

    it('says that nobody is there, or that no TLS is spoken', async () => {
      const plain: Server = createServer((socket) => void socket.resume().end('hello\n'));
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      const { port } = plain.address() as AddressInfo;
      cleanUp.push(() => new Promise((resolve) => plain.close(resolve)));
      expect(byId(await test({ baseUrl: `https://localhost:${port}` }))).toMatchObject({
        certificate: 'failed',
      });
      expect(byId(await test({ baseUrl: 'https://localhost:1' }))).toMatchObject({ address: 'failed' });
    });

    it('says that the organization is another', async () => {
      const { running } = world;
      const organizationId = other.ready.organizationId;
      const of = await running.call<{ checks: ConnectionCheck[] }>(
        'profiles.test',
        draft({ organizationId }),
      );
      expect(byId(of.checks)).toMatchObject({ service: 'ok', organization: 'failed', keys: 'skipped' });
    });

    it('attack: another service’s keys are pinned: a proof that it signed says so', async () => {
      const account = {
        ...{ curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' },
        ...{ path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
      };
      const wallet = { walletName: 'proved', accounts: [account], generateAppProofs: true };
      await service.submit('create_wallet', wallet);
      const { running } = world;
      const keys = { kind: 'text', text: JSON.stringify(other.ready.keys) };
      const state = async (changes: object): Promise<string | undefined> => {
        const { checks } = await running.call<{ checks: ConnectionCheck[] }>('profiles.test', draft(changes));
        return byId(checks)['keys'];
      };
      const states = [await state({}), await state({ keys }), await state({ keys: { kind: 'vendor' } })];
      expect(states).toEqual(['ok', 'failed', 'warn']);
    });

    it('is called off', async () => {
      let arrived: () => void = () => undefined;
      const underWay = new Promise<void>((resolve) => (arrived = resolve));
      const url = await front(authority.issue('localhost'), () => arrived());
      const testing = test({ baseUrl: url, ...(await own()) });
      const refused = expect(testing).rejects.toMatchObject({ code: 'CONNECTION_TEST_CANCELED' });
      await underWay;
      await world.running.call('profiles.cancelTest');
      await refused;
    });
  });
});
