import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';
import type { ServiceReady } from '../../fixtures/running-service.ts';

const root = freshSigner();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-npm-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const answers = async ({ url, organizationId }: ServiceReady): Promise<boolean> => {
  const body = JSON.stringify({ organizationId });
  return await send(`${url}/public/v1/query/whoami`, body, stampHeader(body, root)).then(
    ({ status }) => status === 200,
    () => false,
  );
};

// Elsewhere npm hands on no descriptor but the first three (scripts/service-descriptor.mjs says so to its user).
test.runIf(process.platform === 'linux')(
  'npm run service: both keys come on descriptors, one line goes out, and ending npm ends the service',
  async () => {
    for (const name of ['key', 'key-2']) writeFileSync(join(folder, name), randomBytes(32));
    const npm = spawn(
      'npm',
      [
        ...['run', 'service', '--', '--data', join(folder, 'data'), '--port', '0', '--auth-proxy-port', '0'],
        ...['--root-public-key', root.publicKey],
        ...['--storage-key-fd', '3', '--new-storage-key-fd', '4', '--rewrap'],
      ],
      {
        cwd: resolve(import.meta.dirname, '../../..'),
        stdio: [
          'ignore',
          'pipe',
          'ignore',
          ...['key', 'key-2'].map((name) => openSync(join(folder, name), 'r')),
        ],
      },
    );
    const lines: string[] = [];
    if (npm.stdout === null) throw new Error('npm has its pipe');
    const output = createInterface({ input: npm.stdout });
    output.on('line', (line) => lines.push(line));
    await once(output, 'line');
    const ready = JSON.parse(lines[0] ?? '') as ServiceReady;
    expect(await answers(ready)).toBe(true);

    const ended = once(output, 'close');
    npm.kill('SIGTERM');
    // A service that goes on answering is ended by this test's time limit.
    while (await answers(ready)) await delay(50);
    expect(lines).toHaveLength(1);
    // The service has the other end of the pipe until it is gone, and writes to its folder as long.
    await ended;
  },
);
