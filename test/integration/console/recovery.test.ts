import { join } from 'node:path';
import type { RequestListener, ServerResponse } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { type InterferingProxy, forward, startProxy } from '../../fixtures/interfering-proxy.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const timing = { headersMs: 1_500, bodyMs: 1_500, connectMs: 1_500, retryMs: 1, retries: 2, pollMs: 5 };
/** So many requests lose their answer and are changed in the database then. */
const CHANGED = 5;
const newKey = (privateKeyName: string) => ({
  privateKeys: [{ privateKeyName, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
});

describe.skipIf(missing !== null)(`recovery (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let proxy: InterferingProxy;

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole({ ...place, timing });
    const { publicKey } = await running.call<{ publicKey: string }>('credentials.create', {
      label: 'Laptop',
      curve: 'API_KEY_CURVE_P256',
    });
    const state = await running.untilReady();
    const [local] = state.profiles;
    proxy = await startProxy(local?.baseUrl ?? '');
    // A hosted profile over the same service, and a key of its own that the service knows.
    const adding = running.call<{ id: string }>('profiles.add', {
      name: 'Through a proxy',
      baseUrl: proxy.url,
      organizationId: local?.organizationId,
    });
    await decideNext(running, 'approve');
    const { id } = await adding;
    await running.call('profiles.select', { id });
    const second = await running.call<{ publicKey: string }>('credentials.create', {
      label: 'Desk',
      curve: 'API_KEY_CURVE_SECP256K1',
    });
    await running.call('profiles.select', { id: 'local' });
    const registration = await running.prepare('create_api_keys', {
      userId: local?.userId,
      apiKeys: [{ apiKeyName: 'Desk', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' }],
    });
    expect(registration.credential.publicKey).toBe(publicKey);
    expect(await running.review(registration, 'approve')).toMatchObject({ state: 'completed' });
    await running.call('profiles.select', { id });
  });
  afterAll(async () => {
    await running.console.close();
    await proxy.close();
    await place?.remove();
  });

  const keysNamed = async (name: string): Promise<number> =>
    (await running.call<PrivateKey[]>('keys.list')).filter((key) => key.privateKeyName === name).length;

  const failures: [string, (upstream: () => string) => RequestListener][] = [
    ['hangs', () => () => undefined],
    [
      'dies half-way',
      () => (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('{"activity":');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'answers a web page',
      () => (_request, response) => void response.end('<!doctype html><title>Sign in</title>'),
    ],
    [
      'answers JSON that is no answer',
      () => (_request, response) => void response.end('{"activity":{"id":7}}'),
    ],
    ['redirects', () => (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    [
      'is a gateway without a service',
      () => (_request, response) => void response.writeHead(502).end('Bad Gateway'),
    ],
    [
      'does it, and the answer is lost',
      (upstream) => (request, response) => {
        const lost = { writeHead: () => undefined, end: () => response.destroy() };
        void forward(upstream(), request, lost as unknown as ServerResponse);
      },
    ],
  ];

  it.each(failures)('resumes to exactly one activity after a service that %s', async (name, listener) => {
    const preview = await running.prepare('create_private_keys', newKey(name));
    const upstream = (await running.bootstrap()).profiles[0]?.baseUrl ?? '';
    proxy.interfere(listener(() => upstream));
    const outcome = await running.review(preview, 'approve');
    expect(outcome).toMatchObject({ state: 'unanswered', fingerprint: `sha256:${preview.digest}` });
    const unfinished = await running.call<{ fingerprint: string }[]>('requests.unfinished');
    expect(unfinished.map((each) => each.fingerprint)).toEqual([`sha256:${preview.digest}`]);

    proxy.interfere(null);
    const resumed = await Promise.all([
      running.call<Outcome>('requests.resume', { fingerprint: `sha256:${preview.digest}` }),
      running.call<Outcome>('requests.resume', { fingerprint: `sha256:${preview.digest}` }),
    ]);
    expect(resumed).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
    expect(await keysNamed(name)).toBe(1);
    expect(await running.call('requests.unfinished')).toEqual([]);
    await expect(
      running.call('requests.resume', { fingerprint: `sha256:${preview.digest}` }),
    ).rejects.toMatchObject({ code: 'REQUEST_UNKNOWN' });
  });

  it.each([
    ['body', `body = replace(body, 'swapped', 'chosen')`, 'REQUEST_CHANGED'],
    ['profile', `profile_id = 'local'`, 'CREDENTIAL_MISSING'],
    [
      'credential',
      `public_key = (SELECT public_key FROM credential WHERE label = 'Laptop')`,
      'CREDENTIAL_MISSING',
    ],
    ['expectation', `expectation = '{"kind":"imported","addresses":[]}'`, 'REQUEST_CHANGED'],
    ['seal', `mac = NULL`, 'REQUEST_CHANGED'],
  ])('stamps no kept request whose %s somebody changed in the database', async (column, change, code) => {
    const preview = await running.prepare('create_private_keys', newKey(`swapped ${column}`));
    const fingerprint = `sha256:${preview.digest}`;
    proxy.interfere(() => undefined);
    expect(await running.review(preview, 'approve')).toMatchObject({ state: 'unanswered' });
    proxy.interfere(null);
    const database = new DatabaseSync(join(place?.dataFolder ?? '', 'console.db'), { timeout: 5000 });
    database.exec(`UPDATE sent_request SET ${change} WHERE fingerprint = '${fingerprint}'`);
    database.close();
    await expect(running.call('requests.resume', { fingerprint })).rejects.toMatchObject({ code });
    expect(await keysNamed(`swapped ${column}`)).toBe(0);
    expect(await keysNamed(`chosen ${column}`)).toBe(0);
    const cleaned = new DatabaseSync(join(place?.dataFolder ?? '', 'console.db'), { timeout: 5000 });
    cleaned.exec(`DELETE FROM sent_request WHERE fingerprint = '${fingerprint}'`);
    cleaned.close();
  });

  it('says that a service which is not there was never reached, and keeps nothing to resume', async () => {
    const preview = await running.prepare('create_private_keys', newKey('nobody there'));
    const { url } = proxy;
    await proxy.close();
    // The connection that is still open finds out first: what is sent into a closing one may have arrived.
    await expect(running.call('keys.list')).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    const outcome = await running.review(preview, 'approve');
    expect(outcome).toMatchObject({ state: 'failed', code: 'SERVICE_UNREACHABLE' });
    expect((outcome as { message: string }).message).toContain(new URL(url).host);
    expect(await running.call('requests.unfinished')).toEqual([]);
  });

  it('starts a killed local service again by itself, and says so', async () => {
    await running.call('profiles.select', { id: 'local' });
    const kept = await running.call<PrivateKey[]>('keys.list');
    const before = running.host.service;
    const serviceNow = (): AppSnapshot['health']['service'] =>
      (running.host.news.findLast((each) => each.name === 'app.changed')?.payload as AppSnapshot).health
        .service;
    process.kill(pidOf(running), 'SIGKILL');
    await before?.exited;
    await running.host.until(() => serviceNow().state === 'starting');
    expect(serviceNow().message).toMatch(/^The local service stopped \(killed\).* It restarts in 1 s\.$/u);
    await expect(running.call('keys.list')).rejects.toMatchObject({ code: 'SERVICE_NOT_READY' });
    await running.host.until(() => serviceNow().state === 'ready');
    expect(running.host.service?.pid).not.toBe(before?.pid);
    expect(await running.call<PrivateKey[]>('keys.list')).toEqual(kept);
  });

  it('journals one line for each stamp, resumed ones included, and shows the activities', async () => {
    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 100 });
    // The profile's address, one registration, two stamps for each failure, one for each that was changed then, one that reached nobody.
    expect(lines).toHaveLength(1 + 1 + failures.length * 2 + CHANGED + 1);
    expect(lines.filter((line) => line.outcome === 'unanswered')).toHaveLength(failures.length + CHANGED);
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      status: [],
      types: [],
      userId: null,
      waitsForMe: false,
      sinceMs: null,
      before: null,
      limit: 100,
    });
    expect(rows.filter((row) => row.operation === 'create_private_keys')).toHaveLength(failures.length);
    const detail = await running.call<{ votes: { verified: boolean }[]; facts: unknown[] }>(
      'activities.get',
      {
        id: rows[0]?.id,
      },
    );
    expect(detail.votes).toMatchObject([{ verified: true }]);
    expect(detail.facts.length).toBeGreaterThan(0);
  });
});

const pidOf = (running: RunningConsole): number => {
  const pid = running.host.service?.pid;
  if (pid === undefined) throw new Error('The service has no process.');
  return pid;
};
