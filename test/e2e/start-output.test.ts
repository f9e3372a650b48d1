import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceLogOf } from '#main/platform/log-file.ts';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { keychainMissing, runConsole } from '../fixtures/running-console.ts';
import { describeHosts } from './describe-hosts.ts';
import { openDisplay } from './display.ts';
import type { HostKind } from './launch.ts';

const root = resolve(import.meta.dirname, '../..');
/** What is no part of a clean checkout. */
const MADE = ['node_modules', 'out', 'dist', 'artifacts', '.git'];
/** All that `npm start` may say of itself on a machine where nothing is missing; the last two to root alone. */
const EXPECTED: Readonly<Record<HostKind, readonly RegExp[]>> = {
  electron: [/^Building \(once for each change\)…$/u, /^As root, Electron's sandbox is off /u],
  chromium: [
    /^Building \(once for each change\)…$/u,
    /^KeyOps Console in a Chromium window \(/u,
    /^As root, the browser's own sandbox is off\./u,
  ],
};

// A start that builds, then a console that has a credential and so starts its service: all that ever wrote something.
const missing = await keychainMissing();
describeHosts(missing === null ? ['electron', 'chromium'] : [], 'what npm start prints', (host) => {
  const checkout = mkdtempSync(join(tmpdir(), 'keyops-checkout-'));
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-quiet-'));
  const keychainService = `KeyOps test ${randomUUID()}`;
  const keychain = openKeychain(10_000, keychainService);
  const serviceLog = (): string =>
    existsSync(serviceLogOf(dataFolder)) ? readFileSync(serviceLogOf(dataFolder), 'utf8') : '';

  beforeAll(async () => {
    cpSync(root, checkout, {
      recursive: true,
      filter: (path) => !(resolve(path, '..') === root && MADE.includes(basename(path))),
    });
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const running = await runConsole({ dataFolder, keychain });
    await running.call('credentials.create', { label: 'ops-laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilServiceReady();
    await running.console.close();
    rmSync(serviceLogOf(dataFolder), { force: true });
  });
  afterAll(async () => {
    for (const account of [...(await keychain.list()), 'keychain-probe']) await keychain.delete(account);
    for (const folder of [checkout, dataFolder]) rmSync(folder, { recursive: true, force: true });
  });

  it('has no line of a log and no warning of the build, and ends with npm; the service’s log is in the data folder', async () => {
    const display = host === 'electron' ? await openDisplay() : undefined;
    const started = spawn(
      // As npm starts it: a shell that, when it is ended, tells nobody.
      'sh',
      [
        ...['-c', '"$@"; exit', 'sh', process.execPath, join(checkout, 'scripts/start.mjs')],
        ...(host === 'chromium' ? ['--chromium'] : []),
      ],
      {
        cwd: checkout,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          ...(host === 'chromium' ? { DISPLAY: ':0' } : display),
          KEYOPS_DATA: dataFolder,
          KEYOPS_KEYCHAIN: keychainService,
          KEYOPS_HEADLESS: '1',
          npm_lifecycle_event: 'start',
        },
      },
    );
    const said = gather(started);
    // Not before the console is gone, which writes there too.
    const ended = once(started, 'close');
    while (!serviceLog().includes('"msg":"ready"') && started.exitCode === null) await setTimeout(100);
    started.kill('SIGTERM');
    await ended;
    const lines = said.join('').split('\n').filter(Boolean);
    expect(lines.filter((line) => !EXPECTED[host].some((expected) => expected.test(line)))).toEqual([]);
    expect(lines[0]).toMatch(/^Building/u);
    for (const line of serviceLog().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
  });
});

/** Everything that a process writes, as it comes. */
function gather({ stdout, stderr }: ChildProcess): string[] {
  const said: string[] = [];
  for (const output of [stdout, stderr]) output?.on('data', (part: Buffer) => said.push(part.toString()));
  return said;
}
