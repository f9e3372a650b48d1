// A command that is ended while it works: what it had copied is a copy of everything, and doesn't stay.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LocalService } from '#test/fixtures/local-service.ts';
import { spawnService } from '#test/fixtures/running-service.ts';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('attack: %s in the middle of an import leaves no copy of the database', async (signal, code) => {
  const place = mkdtempSync(join(tmpdir(), 'keyops-command-'));
  // A server that takes the connection and says nothing: the command waits with its copy.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const service = await LocalService.start();
  try {
    await service.halt();
    const target = `postgres://nobody@127.0.0.1:${port}/none`;
    const argv = ['import', '--data', service.data, '--database', target, '--storage-key-fd', '3'];
    const { ended, process } = await spawnService(argv, service.storageKey, undefined, { TMPDIR: place });
    await once(silent, 'connection');
    expect(readdirSync(place).filter((name) => name.includes(`-${String(process.pid)}-`))).toHaveLength(2);
    process.kill(signal);
    expect(await ended).toEqual({ code, signal: null });
    expect(readdirSync(place)).toEqual([]);
  } finally {
    silent.close();
    await service.stop();
    rmSync(place, { recursive: true, force: true });
  }
});
