import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Drain } from '#service/http/drain.ts';
import { Readiness } from '#service/http/health.ts';
import { THIS_MACHINE } from '#service/http/network.ts';
import { probeStore } from '#service/storage/probe-store.ts';
import { openStore, storeFile } from '#service/storage/store.ts';
import { LocalService } from '../../fixtures/local-service.ts';

interface Got {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, headers, method }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });

describe('a running service', () => {
  const ORIGIN = 'https://app.example';
  let service: LocalService;
  beforeAll(async () => {
    service = await LocalService.start();
    service.network = { network: { ...THIS_MACHINE, allowedOrigins: [ORIGIN] } };
    await service.restart();
  });
  afterAll(() => service.stop());

  test('says that it is alive and ready, to anyone, on both servers', async () => {
    for (const base of [service.ready.url, service.ready.authProxyUrl]) {
      expect(await get(`${base}/healthz`)).toMatchObject({ status: 200, text: '{"status":"alive"}' });
      expect(await get(`${base}/readyz?verbose`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
    }
  });

  test('a stranger who asks learns nothing of the organization', async () => {
    const told = await get(`${service.ready.url}/readyz`);
    const { organizationId, rootUserId, version } = service.ready;
    for (const secret of [organizationId, rootUserId, version, service.data])
      expect(JSON.stringify(told)).not.toContain(secret);
    expect(told.headers['cache-control']).toBe('no-store');
  });

  test.each(['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is not answered', async (method) => {
    for (const path of ['/healthz', '/readyz'])
      expect((await get(`${service.ready.url}${path}`, {}, method)).status).toBe(404);
  });

  test('a page asks whether a service runs here: no origin is answered, an allowed one neither', async () => {
    for (const base of [service.ready.url, service.ready.authProxyUrl]) {
      for (const origin of [ORIGIN, 'https://evil.example', 'null']) {
        const { status, headers } = await get(`${base}/healthz`, { origin });
        expect(status).toBe(403);
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  test('DNS rebinding: a name that isn’t the service’s is refused here, too', async () => {
    expect((await get(`${service.ready.url}/readyz`, { host: 'rebound.example' })).status).toBe(403);
  });

  test('a database that was moved away: 503 with the reason, and alive all the same', async () => {
    const file = storeFile(service.data);
    service.steadyMs += 5000;
    renameSync(file, `${file}.away`);
    const told = await get(`${service.ready.url}/readyz`);
    renameSync(`${file}.away`, file);
    expect([told.status, told.text]).toEqual([503, expect.stringContaining('can’t be read or written')]);
    expect(told.text).not.toContain(service.data);
    expect((await get(`${service.ready.url}/healthz`)).status).toBe(200);
    service.steadyMs += 5000;
    expect((await get(`${service.ready.url}/readyz`)).status).toBe(200);
  });

  test('a clock that was set ahead, and back after a look: the next look shows what is', async () => {
    const file = storeFile(service.data);
    const ready = async () => {
      service.steadyMs += 5000;
      return (await get(`${service.ready.url}/readyz`)).status;
    };
    service.now += 30 * 86_400_000;
    expect(await ready()).toBe(200);
    service.now -= 30 * 86_400_000;
    renameSync(file, `${file}.away`);
    expect(await ready()).toBe(503);
    service.now += 30 * 86_400_000;
    expect(await ready()).toBe(503);
    service.now -= 30 * 86_400_000;
    renameSync(`${file}.away`, file);
    expect(await ready()).toBe(200);
  });
});

describe('readiness', () => {
  let now: number;
  let probes: number;
  let timers: (() => void)[];
  let lines: string[];
  let probe: () => Promise<void>;
  let key: () => Promise<void>;
  let keys: number;
  let drain: Drain;
  let readiness: Readiness;
  beforeEach(() => {
    [now, probes, keys, timers, lines] = [0, 0, 0, [], []];
    probe = key = () => Promise.resolve();
    drain = new Drain();
    readiness = new Readiness({
      probe: () => {
        probes += 1;
        return probe();
      },
      key: () => {
        keys += 1;
        return key();
      },
      clock: {
        steadyMs: () => now,
        after: (_ms, fn) => {
          timers.push(fn);
          return () => undefined;
        },
      },
      drain,
      logger: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    });
  });
  const state = (): Promise<string> =>
    readiness.require().then(
      () => 'ready',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  const DATABASE = 'the database can’t be read or written';

  test('a flood of questions costs the database one look a second', async () => {
    await Promise.all(Array.from({ length: 500 }, state));
    for (let count = 0; count < 500; count += 1) await state();
    expect(probes).toBe(1);
    now = 999;
    await state();
    expect(probes).toBe(1);
    now = 1000;
    await Promise.all(Array.from({ length: 500 }, state));
    expect(probes).toBe(2);
  });

  test('a database that fails, and one that is back, are said once each', async () => {
    probe = () => Promise.reject(new Error('no'));
    for (; now < 5000; now += 1000) expect(await state()).toBe(DATABASE);
    probe = () => {
      throw new Error('no');
    };
    now += 1000;
    expect(await state()).toBe(DATABASE);
    probe = () => Promise.resolve();
    for (; now < 9000; now += 1000) await state();
    expect(await state()).toBe('ready');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      `not ready: ${DATABASE}`,
      'ready again',
    ]);
  });

  test('a database that hangs: not ready after its time, and asked no second time meanwhile', async () => {
    let answer: () => void = () => undefined;
    probe = () => new Promise((resolve) => (answer = resolve));
    const first = state();
    timers.shift()?.();
    expect(await first).toBe(DATABASE);
    now = 1000;
    const second = state();
    timers.shift()?.();
    expect(await second).toBe(DATABASE);
    expect(probes).toBe(1);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    probe = () => Promise.resolve();
    now = 2000;
    expect(await state()).toBe('ready');
    expect(probes).toBe(2);
  });

  const KEY = 'the storage key can’t be used';

  test('a storage key that can’t be used is said, and that it can again; one that can is asked for every ten seconds', async () => {
    for (; now < 30_000; now += 1000) expect(await state()).toBe('ready');
    expect(keys).toBe(3);
    key = () => Promise.reject(new Error('the engine at https://vault.example is sealed'));
    for (; now < 35_000; now += 1000) expect(await state()).toBe(KEY);
    key = () => Promise.resolve();
    expect(await state()).toBe('ready');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'not ready: the storage key that the database is at can’t be used',
      'ready again',
    ]);
    expect(lines.join()).not.toContain('vault.example');
  });

  test('a storage key that hangs: not ready after its time, and asked no second time meanwhile', async () => {
    key = () => new Promise(() => undefined);
    for (; now < 3000; now += 1000) {
      const asked = state();
      await new Promise((resolve) => setImmediate(resolve));
      timers.pop()?.();
      expect(await asked).toBe(KEY);
    }
    expect(keys).toBe(1);
  });

  test('stopping counts before the database, at once', async () => {
    expect(await state()).toBe('ready');
    void drain.run({ leavingMs: 1, patienceMs: 1 }, { after: () => () => undefined });
    expect(await state()).toBe('the service is stopping');
    expect(probes).toBe(1);
  });
});

describe('the look at the database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-probe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('passes on one that is whole, and writes nothing', async () => {
    const store = await openStore(folder);
    await probeStore(store, storeFile(folder));
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{ n: number }>`SELECT total_changes() AS n`.execute(store),
    );
    await probeStore(store, storeFile(folder));
    expect(rows).toEqual(
      (await import('kysely').then(({ sql }) => sql`SELECT total_changes() AS n`.execute(store))).rows,
    );
    await store.destroy();
  });

  test('fails on one that is closed, and on a file that is gone', async () => {
    const store = await openStore(folder);
    await expect(probeStore(store, join(folder, 'none'))).rejects.toThrow('ENOENT');
    await store.destroy();
    await expect(probeStore(store, storeFile(folder))).rejects.toThrow();
  });

  // Root writes whatever the mode says, and Windows has none: nothing is refused there.
  if (process.getuid !== undefined && process.getuid() !== 0)
    test('fails on a file that may not be written', async () => {
      const store = await openStore(folder);
      const file = join(folder, 'read-only');
      writeFileSync(file, '');
      chmodSync(file, 0o400);
      await expect(probeStore(store, file)).rejects.toThrow('EACCES');
      await store.destroy();
    });
});
