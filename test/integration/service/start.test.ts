import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtService } from '../../fixtures/built-service.ts';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import { spawnService, startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';

const root = freshSigner();
const storageKey = randomBytes(32);
let folder: string;
let running: RunningProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-start-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningProcess> {
  const service = await startServiceProcess({
    data: join(folder, 'data'),
    rootPublicKey: root.publicKey,
    storageKey,
  });
  running.push(service);
  return service;
}

/** Runs the service on arguments that it refuses; gives back how it ended. */
async function refused(extra: Record<string, string>, key: Uint8Array = storageKey) {
  const named = {
    '--data': join(folder, 'data'),
    '--port': '0',
    '--auth-proxy-port': '0',
    '--root-public-key': root.publicKey,
    '--storage-key-fd': '3',
    ...extra,
  };
  const { ended, output } = await spawnService(Object.entries(named).flat(), key);
  const { code } = await ended;
  const line = JSON.parse(output.stderr.trim().split('\n').at(-1) ?? '') as { code: string; msg: string };
  return { exit: code, stdout: output.stdout, code: line.code, message: line.msg };
}

const whoami = ({ ready }: RunningProcess) => {
  const body = JSON.stringify({ organizationId: ready.organizationId });
  return send(`${ready.url}/public/v1/query/whoami`, body, stampHeader(body, root));
};

test('ready is one JSON line on standard output, logs are JSON lines on standard error', async () => {
  const service = await start();
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as {
    version: string;
  };
  expect(Object.keys(service.ready).sort()).toEqual([
    'authProxyUrl',
    'generation',
    'keys',
    'organizationId',
    'rootUserId',
    'url',
    'version',
  ]);
  expect(service.ready.version).toBe(version);
  const pinned = /^04[0-9a-f]{128}$/;
  expect(service.ready.keys).toEqual({
    enclaveQuorum: expect.stringMatching(pinned) as string,
    sessionNotarizer: expect.stringMatching(pinned) as string,
    fetcherQuorum: expect.stringMatching(pinned) as string,
    onRampEncryption: expect.stringMatching(/^0[23][0-9a-f]{64}$/) as string,
  });
  expect(service.ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await whoami(service)).status).toBe(200);
  expect(await service.end()).toEqual({ code: 0, signal: null });
  expect(service.output.stdout.trim().split('\n')).toHaveLength(1);
  for (const line of service.output.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it cleanly, and it comes back as it was',
  async (signal) => {
    const first = await start();
    const began = performance.now();
    expect(await first.end(signal)).toEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(30_000);
    const second = await start();
    expect(second.ready.organizationId).toBe(first.ready.organizationId);
    expect(second.ready.rootUserId).toBe(first.ready.rootUserId);
    expect(second.ready.keys).toEqual(first.ready.keys);
    expect((await whoami(second)).status).toBe(200);
  },
);

test('attack: its database is moved away before SIGTERM: it ends with code 1, and says why in one JSON line', async () => {
  const service = await start();
  renameSync(join(folder, 'data', 'service.sqlite'), join(folder, 'elsewhere.sqlite'));
  expect(await service.end()).toEqual({ code: 1, signal: null });
  const lines = service.output.stderr.trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    ...{ level: 60, code: 'DATABASE_MOVED' },
    remedy: expect.stringContaining('put the file back') as string,
  });
});

test('nothing of the storage key or of a private key is readable in the data folder', async () => {
  const service = await start();
  await service.end();
  const file = readFileSync(join(folder, 'data/service.sqlite'));
  expect(file.includes(storageKey)).toBe(false);
  expect(file.includes(storageKey.toString('hex'))).toBe(false);
});

describe('refused at start, with nothing on standard output:', () => {
  test('arguments that cannot be understood', async () => {
    expect(await refused({ '--port': 'x' })).toMatchObject({
      exit: 2,
      stdout: '',
      code: 'ARGUMENTS_INVALID',
    });
    expect((await refused({ '--colour': 'red' })).message).toContain('usage: npm run service');
  });

  test('a data folder that another running service holds', async () => {
    await start();
    expect(await refused({})).toMatchObject({ exit: 1, stdout: '', code: 'FOLDER_LOCKED' });
  });

  test('the storage key of another data folder', async () => {
    await (await start()).end();
    expect(await refused({}, randomBytes(32))).toMatchObject({
      exit: 1,
      stdout: '',
      code: 'STORAGE_KEY_WRONG',
    });
  });

  test.each([0, 31, 33])('a storage key of %i bytes', async (length) => {
    expect(await refused({}, randomBytes(length))).toMatchObject({
      exit: 1,
      stdout: '',
      code: 'STORAGE_KEY_INVALID',
    });
  });

  test('a descriptor that is not open', async () => {
    expect(await refused({ '--storage-key-fd': '99' })).toMatchObject({
      exit: 1,
      code: 'STORAGE_KEY_UNREADABLE',
    });
  });

  test('another root key than the one the folder was made with', async () => {
    await (await start()).end();
    const other = await refused({ '--root-public-key': freshSigner().publicKey });
    expect(other).toMatchObject({ exit: 1, stdout: '', code: 'ROOT_KEY_OTHER' });
  });

  test('a port that is in use', async () => {
    const service = await start();
    const taken = { '--port': new URL(service.ready.url).port, '--data': join(folder, 'other') };
    expect(await refused(taken)).toMatchObject({ exit: 1, stdout: '', code: 'PORT_IN_USE' });
  });
});

/** Starts the service as the console does, in a process that can be killed: prints the service's process id, then its lines. */
const STARTER = `
  const { spawn } = require('node:child_process');
  const [file, key, ...argv] = process.argv.slice(1);
  const stdio = ['pipe', 'inherit', 'ignore', 'pipe'];
  const child = spawn(process.execPath, [file, ...argv], { stdio });
  child.stdio[3].end(Buffer.from(key, 'hex'));
  process.stdout.write(child.pid + '\\n');
`;

test('a service that cannot start ends at once, whatever its starter holds open', async () => {
  const argv = [
    ...['--data', join(folder, 'data'), '--port', '0', '--auth-proxy-port', '0'],
    ...['--root-public-key', root.publicKey, '--storage-key-fd', '3', '--end-with-stdin'],
  ];
  const child = spawn(process.execPath, [await builtService(), ...argv], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  // 31 bytes are no key.
  (child.stdio[3] as Writable).end(randomBytes(31));
  const code = await Promise.race([ended.then(([exit]) => exit as number), delay(60_000, 'still there')]);
  child.kill('SIGKILL');
  expect(code).toBe(1);
});

test('attack: kill -9 of its starter leaves no service behind with the storage key', async () => {
  const argv = [
    ...['--data', join(folder, 'data'), '--port', '0', '--auth-proxy-port', '0'],
    ...['--root-public-key', root.publicKey, '--storage-key-fd', '3', '--end-with-stdin'],
  ];
  const options = ['-e', STARTER, '--', await builtService(), storageKey.toString('hex'), ...argv];
  const starter = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface({ input: starter.stdout })[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({ url: expect.any(String) as string });
  expect(isAlive(pid)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  // The folder is free, and its key opens it again.
  const again = await start();
  expect((await whoami(again)).status).toBe(200);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
