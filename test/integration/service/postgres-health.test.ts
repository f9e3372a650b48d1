// What a service says of itself when the server that its database is on goes away.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { probeStore } from '#service/storage/probe-store.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { countUnsettled } from '#service/webhooks/store.ts';
import { freshSigner, LocalService } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

test.skipIf(noPostgres !== undefined)(
  `a server that takes no writes, and one that is gone: not ready ${noPostgres ?? ''}`,
  async () => {
    const server = await PostgresServer.start();
    const url = await server.makeDatabase();
    const service = await LocalService.start(freshSigner(), { url, storageKey: randomBytes(32) });
    const ready = async (): Promise<number> => {
      service.steadyMs += 5000;
      return (await fetch(`${service.ready.url}/readyz`)).status;
    };
    expect(await ready()).toBe(200);
    const store = await openPostgresStore(url);
    expect(await countUnsettled(store)).toEqual({ pending: 0, dead: 0 });
    // As on a replica, or after a failover.
    const readOnly = store.transaction().setAccessMode('read only');
    await expect(readOnly.execute((unit) => probeStore(unit, ''))).rejects.toThrow('takes no writes');
    await store.destroy();
    await server.stop();
    expect(await ready()).toBe(503);
    expect((await fetch(`${service.ready.url}/healthz`)).status).toBe(200);
    await service.stop().catch(() => undefined);
  },
);
