// How long a service takes to end whose database's server doesn't answer any more.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshSigner } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { startServiceProcess } from '#test/fixtures/running-service.ts';
import { swallowingNetwork } from '#test/storage/postgres/swallowing-network.ts';

test.skipIf(noPostgres !== undefined).each([
  ['', []],
  [', also while secrets are turned to a new key', ['--rewrap']],
])(
  `attack: a network that swallows everything holds up the end for seconds, not for minutes%s ${noPostgres ?? ''}`,
  async (_, further) => {
    const server = await PostgresServer.start();
    const network = await swallowingNetwork(await server.makeDatabase());
    // What a rewrap looks for first: it is under way then.
    network.closesAt = 'key_version IS NULL OR key_version';
    try {
      const service = await startServiceProcess({
        ...{ data: 'unused', rootPublicKey: freshSigner().publicKey, storageKey: randomBytes(32) },
        extraArguments: [
          ...['--database', server.addressOf(network.url)],
          ...['--database-password-file', server.passwordFile],
          ...further,
        ],
      });
      if (further.length > 0) await expect.poll(() => network.isOpen).toBe(false);
      network.isOpen = false;
      // It waits for an answer that doesn't come.
      const asked = fetch(`${service.ready.url}/readyz`).catch(() => undefined);
      const began = performance.now();
      // What it couldn't note is told, and by the code: nothing that was answered is lost.
      expect(await service.end('SIGTERM')).toEqual({ code: 1, signal: null });
      // Without bounds for the whole it took 84 seconds.
      expect(performance.now() - began).toBeLessThan(40_000);
      expect(service.output.stderr).toMatch(/"level":60,.*"code":"DATABASE_LOST"/u);
      await asked;
    } finally {
      await network.stop();
      await server.stop();
    }
  },
);
