import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { ANSWER_TIMEOUT_MS } from '#storage/postgres/connect.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService, freshSigner } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

describe.skipIf(noPostgres !== undefined)(`how long an answer is waited for ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => server.stop());

  it('is bounded for a service, whose network may go, and not for who turns its keys', async () => {
    const url = await server.makeDatabase();
    const storageKey = randomBytes(32);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const bounded = (): number => timers.mock.calls.filter(([, ms]) => ms === ANSWER_TIMEOUT_MS).length;
    const service = await LocalService.start(freshSigner(), { url, storageKey });
    const before = bounded();
    expect(before).toBeGreaterThan(10);
    await service.createPrivateKey('CURVE_ED25519', []);
    expect(bounded()).toBeGreaterThan(before);
    await service.stop();
    timers.mockClear();
    const keys = { storageKey: () => Promise.resolve(storageKeyOf(storageKey)) };
    await rewrapDatabase({ database: url }, keys, Date.now);
    expect(bounded()).toBe(0);
  });
});
