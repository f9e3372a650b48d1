import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSigner } from '../../fixtures/local-service.ts';
import { spawnService, startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';

const root = freshSigner();
const storageKey = randomBytes(32);
let folder: string;
let running: RunningProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-rollback-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

const data = (): string => join(folder, 'data');
async function start(known: number, ...more: readonly string[]): Promise<RunningProcess> {
  const service = await startServiceProcess({
    ...{ data: data(), rootPublicKey: root.publicKey, storageKey },
    extraArguments: ['--known-generation', String(known), ...more],
  });
  running.push(service);
  return service;
}

test('a copy from within the last run is refused, and taken on purpose', async () => {
  const first = await start(0);
  cpSync(data(), join(folder, 'copy'), { recursive: true });
  expect(await first.end()).toMatchObject({ code: 0 });
  const known = first.ready.generation + 1;
  rmSync(data(), { recursive: true });
  cpSync(join(folder, 'copy'), data(), { recursive: true });
  await expect(start(known)).rejects.toThrow('DATABASE_OLDER');
  const taken = await start(known, '--accept-older-database');
  expect(taken.ready.generation).toBe(known + 1);
});

test('a service with its keychain alone notes its own state there, and refuses an older one', async () => {
  const run = async (...more: readonly string[]) => {
    const ports = ['--port', '0', '--auth-proxy-port', '0'];
    const argv = ['--data', data(), ...ports, '--root-public-key', root.publicKey, ...more];
    const child = await spawnService(argv, new Uint8Array());
    const line = once(createInterface({ input: child.stdout }), 'line').then(() => 'ready');
    const said = await Promise.race([line, child.ended.then(() => child.output.stderr)]);
    const end = () => {
      child.process.kill('SIGTERM');
      return child.ended;
    };
    return { said, end };
  };
  const first = await run();
  expect(first.said).toBe('ready');
  cpSync(data(), join(folder, 'copy'), { recursive: true });
  expect(await first.end()).toMatchObject({ code: 0 });
  rmSync(data(), { recursive: true });
  cpSync(join(folder, 'copy'), data(), { recursive: true });
  expect((await run()).said).toContain('DATABASE_OLDER');
  const taken = await run('--accept-older-database');
  expect(taken.said).toBe('ready');
  expect(await taken.end()).toMatchObject({ code: 0 });
  const last = await run();
  expect(last.said).toBe('ready');
  await last.end();
});

test('kill -9 at any moment of a stop leaves no database behind the number that its starter notes', async () => {
  let known = 0;
  const codes = new Set<number | null>();
  // The last one is let end by itself, however long it takes.
  for (const wait of [0, 1, 2, 4, 6, 8, 12, 16, 24, 40, null]) {
    const service = await start(known);
    expect(service.ready.generation).toBeGreaterThan(known);
    const ended = service.end();
    const kill = wait === null ? null : delay(wait).then(() => service.process.kill('SIGKILL'));
    const { code } = await ended;
    await kill;
    codes.add(code);
    known = service.ready.generation + (code === 0 ? 1 : 0);
  }
  expect(codes).toContain(0);
  const last = await start(known);
  await last.end('SIGKILL');
  await start(last.ready.generation);
});
