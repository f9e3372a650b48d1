import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { startServiceChild } from '#main/embedded-service/child-process.ts';
import { UPGRADE_MS } from '#main/platform/host.ts';
import { Secret } from '#protocol/secret.ts';

// Scripts stand for services that misbehave; the real one is started in test/integration/console.
const READY = {
  url: 'http://127.0.0.1:1',
  authProxyUrl: 'http://127.0.0.1:2',
  organizationId: 'o',
  rootUserId: 'u',
  version: '1',
  generation: 1,
  keys: HOSTED_KEYS,
};
const say = `process.stdout.write(${JSON.stringify(`${JSON.stringify(READY)}\n`)});`;

describe('the service as a child process', () => {
  let folder: string;
  const logFile = (): string => join(folder, 'logs/service.log');
  const firstLogged = (): string => readFileSync(logFile(), 'utf8').split('\n')[0] ?? '';
  const start = (source: string, onUpgrade = (): void => undefined, signal?: AbortSignal) => {
    const script = join(folder, 'service.cjs');
    writeFileSync(script, source);
    const storageKey = new Secret(new Uint8Array(32).fill(0xab));
    return startServiceChild({
      ...{ script, dataFolder: folder, rootPublicKey: '02aa', rootCurve: 'API_KEY_CURVE_P256', storageKey },
      ...{ knownGeneration: 7, acceptOlderDatabase: false, logFile: logFile(), onUpgrade },
      ...(signal === undefined ? {} : { signal }),
    });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-child-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets its key on a pipe of its own, and on neither the command line nor the environment', async () => {
    const service = await start(`
      const key = require('node:fs').readFileSync(3).toString('hex');
      console.error(JSON.stringify({ key, argv: process.argv, env: Object.keys(process.env) }));
      ${say} setInterval(() => {}, 1000);`);
    expect(service.ready).toEqual(READY);
    await service.stop();
    const seen = JSON.parse(firstLogged()) as { key: string; argv: string[]; env: string[] };
    expect(seen.key).toBe('ab'.repeat(32));
    expect(seen.argv.join(' ')).not.toContain('abab');
    expect(seen.argv).toContain('--storage-key-fd');
    expect(seen.env).not.toContain('DBUS_SESSION_BUS_ADDRESS');
  });

  it('attack: kill -9 of the console closes the pipe that its service lives by', async () => {
    const service = await start(`
      process.stdin.on('end', () => process.exit(9)).resume();
      console.error(JSON.stringify({ argv: process.argv, isPipe: !require('node:fs').fstatSync(0).isCharacterDevice() }));
      ${say} setInterval(() => {}, 1000);`);
    const seen = JSON.parse(firstLogged()) as { argv: string[]; isPipe: boolean };
    expect(seen.argv).toContain('--end-with-stdin');
    expect(seen.isPipe).toBe(true);
    await service.stop();
  });

  it('ends while it starts, once nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const upgrading = `process.stdout.write('{"upgrading":true}\\n'); setInterval(() => {}, 1000);`;
    const starting = start(upgrading, () => leaving.abort(), leaving.signal);
    await expect(starting).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });

  it('waits for the service of a console that was killed to give the folder up', async () => {
    const service = await start(`
      const { existsSync, writeFileSync } = require('node:fs');
      const mark = __dirname + '/tried';
      if (!existsSync(mark)) {
        writeFileSync(mark, '');
        console.error(JSON.stringify({ code: 'FOLDER_LOCKED', msg: 'Another running program uses the data folder.' }));
        process.exit(1);
      }
      ${say} setInterval(() => {}, 1000);`);
    expect(service.ready).toEqual(READY);
    await service.stop();
  });

  it('says when it ends, whoever ended it', async () => {
    const service = await start(`${say} setTimeout(() => process.exit(7), 10);`);
    expect(await service.exited).toEqual({ code: 7 });
  });

  it.each([
    ['ends at once', 'process.exit(3)', 'code 3'],
    ['says something else', 'console.log("hello"); setInterval(() => {}, 1000)', 'something else'],
    ['says half of what it should', 'console.log("{}"); setInterval(() => {}, 1000)', 'something else'],
    [
      'says why it cannot start',
      'console.error(JSON.stringify({ msg: "The port is taken." })); process.exit(1)',
      'port is taken',
    ],
  ])('gives a typed error for a service that %s', async (_name, source, words) => {
    const started = start(source);
    await expect(started).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    await expect(started).rejects.toThrow(words);
    await expect(started).rejects.toMatchObject({ remedy: expect.stringContaining(logFile()) as string });
  });

  describe('that brings its database up to date', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** Starts one, and waits until it says so: it is ready once there is a file. */
    const begin = async () => {
      let ready: ReturnType<typeof start> | undefined;
      await new Promise<void>((told) => {
        ready = start(
          `const { existsSync } = require('node:fs');
          console.log(JSON.stringify({ upgrading: true }));
          setInterval(() => { if (existsSync(__dirname + '/go-on')) { ${say} } }, 10);`,
          told,
        );
      });
      return { ready };
    };

    it('has more time to start than another', async () => {
      const { ready } = await begin();
      vi.advanceTimersByTime(UPGRADE_MS - 1);
      writeFileSync(join(folder, 'go-on'), '');
      const service = await ready;
      expect(service?.ready).toEqual(READY);
      vi.useRealTimers();
      await service?.stop();
    });

    it('is not waited for without end', async () => {
      const { ready } = await begin();
      const failed = expect(ready).rejects.toThrow('did not start in time');
      vi.advanceTimersByTime(UPGRADE_MS);
      await failed;
    });
  });

  it('is ended by force when it does not end by itself', async () => {
    const service = await start(`process.on('SIGTERM', () => {}); ${say} setInterval(() => {}, 1000);`);
    await service.stop();
    expect(await service.exited).toEqual({ code: null });
  });
});
