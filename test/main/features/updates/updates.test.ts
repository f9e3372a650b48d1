import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { features } from '#main/app/compose.ts';
import { type Console, createConsole } from '#main/app/console.ts';
import { openContext } from '#main/context/console-context.ts';
import { updateItem } from '#main/features/updates/update-choice.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import type { Envelope } from '#preload/contract/call.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { UpdateState } from '#preload/contract/updates.ts';
import { type FakeClock, fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { PACKAGE, type ReleaseServer, startReleaseServer } from '#test/fixtures/release-server.ts';
import { TestHost, noService } from '#test/fixtures/test-host.ts';

const DAY_MS = 24 * 60 * 60_000;

let folder: string;
let server: ReleaseServer;
let console: Console;
let host: TestHost;
let clock: FakeClock;
let keychain: ReturnType<typeof memoryKeychain>;

const start = async (version = '1.2.0', releases: ReleaseServer['source'] | null = server.source) => {
  host = new TestHost(noService);
  console = await createConsole({
    ...{ host, dataFolder: folder, keychain, clock, version, releases },
  });
  // The first look at the keychain, after which features begin.
  await console.dispatch('console', 'app.recheck', undefined);
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-updates-'));
  clock = fakeClock(Date.UTC(2026, 10, 22));
  keychain = memoryKeychain();
  server = await startReleaseServer();
  await start();
});
afterEach(async () => {
  await console.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (name: string, input?: unknown): Promise<Envelope> => {
  host.press();
  return console.dispatch('console', `updates.${name}`, input);
};
const state = async (): Promise<UpdateState> => {
  const answer = await call('state');
  if (!answer.ok) throw new Error(answer.code);
  return answer.value as UpdateState;
};
/** Decides on what the approval surface shows for a call. */
async function decide(asked: Promise<Envelope>, decision: 'approve' | 'deny') {
  await host.until(() => host.approvalShown);
  const shown = await console.dispatch('approval', 'approval.current', undefined);
  if (!shown.ok || shown.value === null) throw new Error('Nothing is shown.');
  const { preview } = shown.value as ApprovalView;
  await console.dispatch('approval', 'approval.decide', { previewId: preview.id, decision });
  return { preview, answer: await asked };
}
const turnOn = (mode = 'ask') => decide(call('setMode', { mode }), 'approve');
const kept = (): string[] =>
  existsSync(join(folder, 'updates')) ? readdirSync(join(folder, 'updates')) : [];
const codeOf = (answer: Envelope): string => (answer.ok ? 'ok' : answer.code);

describe('an honest release', () => {
  it('is found, downloaded, verified, approved, and handed to an administrator', async () => {
    server.publish('1.3.0');
    const { preview } = await turnOn();
    expect(preview.facts.map(({ value }) => value)).toContain(server.source.address);
    expect(codeOf(await call('check'))).toBe('ok');
    expect((await state()).current).toEqual({ step: 'available', version: '1.3.0', size: PACKAGE.length });
    expect(codeOf(await call('download'))).toBe('ok');
    expect((await state()).current).toEqual({ step: 'ready', version: '1.3.0', size: PACKAGE.length });
    const [name = ''] = kept();
    const path = join(folder, 'updates', name);
    expect(readFileSync(path).equals(PACKAGE)).toBe(true);
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'updates')).mode & 0o777).toBe(0o700);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    const installed = await decide(call('install'), 'approve');
    expect(codeOf(installed.answer)).toBe('ok');
    if (process.platform === 'linux') {
      const { current } = await state();
      expect(current).toMatchObject({ step: 'handedOver', version: '1.3.0' });
      // The command is what the approval showed, and what the privileged side copied.
      const command = installed.preview.facts.find(({ label }) => label === 'Command')?.value;
      expect(host.clipboard).toBe(command);
      expect(command).toContain('sha512sum --check');
      expect(host.opened).toEqual([]);
    }
  });

  it('is found again after a restart, with the next key, and its package is not fetched twice', async () => {
    server.publish('1.3.0');
    await turnOn();
    await call('check');
    await call('download');
    await console.close();
    await start();
    server.publish('1.3.0');
    const before = server.asked.length;
    await call('check');
    expect((await state()).current).toMatchObject({ step: 'ready', version: '1.3.0' });
    expect(server.asked.slice(before).map(({ path }) => path)).toEqual([
      '/releases/release.json',
      '/releases/release.json.sig',
    ]);
  });

  it('of this version is current, and packages that are no newer are removed at the next start', async () => {
    server.publish('1.2.0');
    await turnOn();
    await call('check');
    expect((await state()).current).toEqual({ step: 'current' });
    server.publish('1.3.0');
    await call('check');
    await call('download');
    expect(kept()).toHaveLength(1);
    await console.close();
    await start('1.3.0');
    await expect.poll(kept).toEqual([]);
  });
});

describe('nothing is asked', () => {
  it('before the operator turned it on', async () => {
    server.publish('1.3.0');
    expect((await state()).mode).toBe('off');
    expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    clock.forward(3 * DAY_MS);
    expect(server.asked).toEqual([]);
  });

  it('attack: a hostile page turns it on without the operator', async () => {
    server.publish('1.3.0');
    const { answer } = await decide(call('setMode', { mode: 'daily' }), 'deny');
    expect(codeOf(answer)).toBe('ACTION_DENIED');
    expect((await state()).mode).toBe('off');
    expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    expect(server.asked).toEqual([]);
  });

  it('of a console whose build has no release address', async () => {
    await console.close();
    await start('1.2.0', null);
    expect(await state()).toMatchObject({ address: null, keys: [] });
    expect(codeOf(await call('setMode', { mode: 'daily' }))).toBe('UPDATES_UNAVAILABLE');
    expect(codeOf(await call('check'))).toBe('UPDATES_UNAVAILABLE');
  });

  it('while the console is offline, and then it is', async () => {
    await console.close();
    const context = await openContext({
      ...{ host, dataFolder: folder, keychain, clock, version: '1.2.0' },
      releases: server.source,
    });
    let isOffline = true;
    context.ports.isOffline.answerWith(() => isOffline);
    keychain.items.set(updateItem(folder), JSON.stringify({ mode: 'daily', newest: null }));
    await context.storage.settings.set('updates.checked', 'a writer of the database');
    const { handlers, hooks } = await features.start(context);
    server.publish('1.2.0');
    await expect(handlers.updates.check(undefined)).rejects.toMatchObject({ code: 'UPDATES_OFFLINE' });
    clock.forward(3 * DAY_MS);
    await expect(handlers.updates.download(undefined)).rejects.toMatchObject({ code: 'UPDATES_OFFLINE' });
    expect(server.asked).toEqual([]);
    expect((await handlers.updates.state(undefined)).checkedAtMs).toBeNull();
    isOffline = false;
    await handlers.updates.check(undefined);
    expect(server.asked).toHaveLength(2);
    await hooks.close();
    await context.client.close();
    await hooks.idle();
    await context.journal.close();
    await context.storage.close();
    await start();
  });

  it('after it was turned off', async () => {
    server.publish('1.3.0');
    await turnOn('daily');
    expect(codeOf(await call('setMode', { mode: 'off' }))).toBe('ok');
    const before = server.asked.length;
    expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    // Left alone that long the console locks, and its timers go on.
    clock.forward(3 * DAY_MS);
    await new Promise(setImmediate);
    expect(server.asked).toHaveLength(before);
  });
});

it('looks once a day, and says nothing about this computer', async () => {
  server.publish('1.2.0');
  await turnOn('daily');
  // Left alone that long the console locks: it asks, and tells nobody.
  const asked = (count: number) => expect.poll(() => server.asked).toHaveLength(count);
  clock.forward(0);
  await asked(2);
  // The check itself ends after the server was asked.
  await expect.poll(async () => (await state()).current.step).toBe('current');
  clock.forward(DAY_MS - 1);
  await new Promise(setImmediate);
  expect(server.asked).toHaveLength(2);
  host.news.length = 0;
  clock.forward(1);
  await asked(4);
  await new Promise(setImmediate);
  expect(host.news.filter(({ name }) => name === 'updates.changed')).toEqual([]);
  for (const { headers } of server.asked)
    expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host']);
  // No number of this computer is kept either.
  expect(readdirSync(folder).filter((name) => name.includes('updater'))).toEqual([]);
});

describe('what was chosen of updates', () => {
  /** Writes into the closed console's database, and starts it again. */
  const edit = async (
    settings: Partial<Record<'updates.mode' | 'updates.newest', string>>,
  ): Promise<void> => {
    await console.close();
    const storage = await openStorage(folder);
    for (const [name, value] of Object.entries(settings))
      await storage.settings.set(name as 'updates.mode', value);
    await storage.close();
    await start();
  };
  const inKeychain = (): unknown => JSON.parse(keychain.items.get(updateItem(folder)) ?? 'null');

  it('attack: a writer of the database turns updates on', async () => {
    server.publish('1.3.0');
    await expect.poll(inKeychain).toEqual({ mode: 'off', newest: null });
    await edit({ 'updates.mode': 'daily' });
    expect((await state()).mode).toBe('off');
    expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    clock.forward(3 * DAY_MS);
    await new Promise(setImmediate);
    expect(server.asked).toEqual([]);
  });

  it('attack: a writer of the database makes an older release the newest', async () => {
    await turnOn();
    server.publish('1.4.0');
    await call('check');
    await edit({ 'updates.newest': '1.2.0' });
    server.publish('1.3.0');
    expect(codeOf(await call('check'))).toBe('RELEASE_OLDER');
    expect(inKeychain()).toEqual({ mode: 'ask', newest: '1.4.0' });
  });

  it('comes over from an earlier version once, and the database has no say from then on', async () => {
    await expect.poll(inKeychain).not.toBeNull();
    keychain.items.delete(updateItem(folder));
    await edit({ 'updates.mode': 'ask', 'updates.newest': '1.4.0' });
    await expect.poll(inKeychain).toEqual({ mode: 'ask', newest: '1.4.0' });
    server.publish('1.3.0');
    expect(codeOf(await call('check'))).toBe('RELEASE_OLDER');
    await edit({ 'updates.mode': 'daily', 'updates.newest': '0.0.1' });
    expect(codeOf(await call('check'))).toBe('RELEASE_OLDER');
    expect((await state()).mode).toBe('ask');
  });

  it.each(['', 'daily', '{"mode":"always","newest":null}', '{"mode":"daily"}', '[]'])(
    'is off where the keychain says %j',
    async (text) => {
      await console.close();
      keychain.items.set(updateItem(folder), text);
      await start();
      expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    },
  );

  it('attack: a release that is replayed while the keychain is locked is not offered', async () => {
    await turnOn();
    await console.close();
    const get = vi.spyOn(keychain, 'get').mockRejectedValue(new KeychainError('locked', 'linux'));
    const replace = vi.spyOn(keychain, 'replace').mockRejectedValue(new KeychainError('locked', 'linux'));
    await start();
    server.publish('1.3.0');
    expect((await state()).mode).toBe('off');
    expect(codeOf(await call('check'))).toBe('KEYCHAIN_LOCKED');
    expect(server.asked).toEqual([]);
    // Once it opens it is read, without a restart; what can't be noted isn't offered.
    get.mockRestore();
    await console.dispatch('console', 'app.recheck', undefined);
    await expect.poll(async () => (await state()).mode).toBe('ask');
    expect(codeOf(await call('check'))).toBe('KEYCHAIN_LOCKED');
    expect(codeOf(await call('download'))).toBe('UPDATE_NOT_READY');
    replace.mockRestore();
    expect(codeOf(await call('check'))).toBe('ok');
  });

  it('is off at once, also where the keychain can’t keep that', async () => {
    await turnOn('daily');
    const replace = vi.spyOn(keychain, 'replace').mockRejectedValue(new KeychainError('locked', 'linux'));
    expect(codeOf(await call('setMode', { mode: 'off' }))).toBe('KEYCHAIN_LOCKED');
    expect((await state()).mode).toBe('off');
    expect(codeOf(await call('check'))).toBe('UPDATES_OFF');
    replace.mockRestore();
    expect(codeOf(await call('setMode', { mode: 'off' }))).toBe('ok');
    expect(inKeychain()).toMatchObject({ mode: 'off' });
  });
});

describe('attacks on the list', () => {
  const attack = async (): Promise<string> => {
    await turnOn();
    const answer = await call('check');
    expect((await state()).current).toMatchObject({ step: 'failed', error: { code: codeOf(answer) } });
    expect(codeOf(await call('download'))).toBe('UPDATE_NOT_READY');
    expect(codeOf(await call('install'))).toBe('UPDATE_NOT_READY');
    expect(kept()).toEqual([]);
    return codeOf(answer);
  };

  it('attack: a forged list, changed after it was signed', async () => {
    server.publish('1.3.0', { forged: (list) => list.replace('1.3.0', '1.4.0') });
    expect(await attack()).toBe('RELEASE_UNSIGNED');
  });

  it('attack: a list signed by a stranger', async () => {
    server.publish('1.3.0', { byStranger: true });
    expect(await attack()).toBe('RELEASE_UNSIGNED');
  });

  it.each(['', '00', 'f'.repeat(128), 'F'.repeat(128), `${'0'.repeat(126)}zz`])(
    'attack: the signature is %j',
    async (signature) => {
      server.publish('1.3.0');
      server.answer('release.json.sig', (response) => response.writeHead(200).end(signature));
      expect(await attack()).toBe('RELEASE_UNSIGNED');
    },
  );

  it('attack: a downgrade to an older version, rightly signed', async () => {
    server.publish('1.1.9');
    expect(await attack()).toBe('RELEASE_OLDER');
  });

  it('attack: a server that goes back to a release older than one it has offered', async () => {
    await turnOn();
    server.publish('1.4.0');
    await call('check');
    server.publish('1.3.0');
    expect(codeOf(await call('check'))).toBe('RELEASE_OLDER');
    expect(codeOf(await call('download'))).toBe('UPDATE_NOT_READY');
  });

  it.each([
    ['a path out of the folder', { row: { file: '../../etc/cron.d/x' } }],
    ['an absolute path', { row: { file: '/etc/passwd' } }],
    ['a path of Windows', { row: { file: 'C:\\x.exe' } }],
    ['dots alone', { row: { file: '..' } }],
    ['dots in the name', { row: { file: 'a..deb' } }],
    ['an address', { row: { file: 'http://evil.example/x.deb' } }],
    ['a query', { row: { file: 'x.deb?y' } }],
    ['an escaped path', { row: { file: '%2e%2e%2fx' } }],
    ['an empty name', { row: { file: '' } }],
    ['a size of nothing', { row: { size: 0 } }],
    ['a negative size', { row: { size: -1 } }],
    ['a size beyond every disk', { row: { size: 2 ** 50 } }],
    ['a size that is no number', { row: { size: '1' } }],
    ['a short digest', { row: { sha512: 'ab' } }],
    ['another format', { list: { format: 'keyops-console-release/2' } }],
    ['a version of words', { list: { version: 'latest' } }],
    ['a version with a path', { list: { version: '1.3.0/../x' } }],
    ['a version of huge numbers', { list: { version: '99999999.0.0' } }],
    ['a version with a pre-release', { list: { version: '1.3.0-rc.1' } }],
    ['no packages', { list: { packages: [] } }],
    ['a field that nobody knows', { list: { run: 'rm -rf /' } }],
    ['a name twice', { raw: '{"version":"1.3.0","version":"1.4.0"}' }],
    ['no JSON', { raw: 'MZ\u0000' }],
  ])('attack: a signed list that lies: %s', async (_, changes) => {
    server.publish('1.3.0', changes);
    expect(await attack()).toBe('RELEASE_MALFORMED');
  });

  it('attack: a package for another processor alone', async () => {
    server.publish('1.3.0', { row: { arch: process.arch === 'x64' ? 'arm64' : 'x64' } });
    expect(await attack()).toBe('RELEASE_NOT_FOR_HERE');
  });

  it('attack: a huge list, with and without its length', async () => {
    server.publish('1.3.0');
    server.answer('release.json', (response) =>
      response.writeHead(200, { 'content-length': 1 << 30 }).flushHeaders(),
    );
    expect(await attack()).toBe('RELEASE_TOO_LARGE');
    server.answer('release.json', (response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1 << 16);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(codeOf(await call('check'))).toBe('RELEASE_TOO_LARGE');
  });

  it.each([301, 302, 303, 307, 308])(
    'attack: a redirect (%i) to another server, with a signed list there',
    async (status) => {
      const other = await startReleaseServer();
      try {
        other.publish('1.3.0');
        server.answer('release.json', (response) =>
          response.writeHead(status, { location: `${other.source.address}/release.json` }).end(),
        );
        expect(await attack()).toBe('RELEASE_REDIRECTED');
        expect(other.asked).toEqual([]);
      } finally {
        await other.close();
      }
    },
  );

  it('attack: a compressed answer that unpacks to something else', async () => {
    server.publish('1.3.0');
    server.answer('release.json', (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await attack()).toBe('RELEASE_STATUS');
  });

  it('attack: a slow loris that sends a byte now and then, for ever', async () => {
    server.answer('release.json', (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    });
    expect(await attack()).toBe('RELEASE_TIMEOUT');
  });

  it('attack: a server that never answers, and one that is gone', async () => {
    server.answer('release.json', () => undefined);
    expect(await attack()).toBe('RELEASE_TIMEOUT');
    await server.close();
    expect(codeOf(await call('check'))).toBe('RELEASE_UNREACHABLE');
  });
});

describe('attacks on the package', () => {
  const found = async (): Promise<void> => {
    server.publish('1.3.0');
    await turnOn();
    await call('check');
  };
  const attack = async (answer: Parameters<ReleaseServer['answer']>[1]): Promise<string> => {
    await found();
    server.answer('keyops-console-1.3.0.deb', answer);
    const code = codeOf(await call('download'));
    expect(kept()).toEqual([]);
    expect(codeOf(await call('install'))).toBe('UPDATE_NOT_READY');
    return code;
  };

  it('attack: another package of the same size', async () => {
    const forged = Buffer.from(PACKAGE);
    forged[299_999] = 0;
    expect(await attack((response) => response.writeHead(200).end(forged))).toBe('RELEASE_DIGEST');
  });

  it('attack: a truncated package that ends well', async () => {
    expect(await attack((response) => response.writeHead(200).end(PACKAGE.subarray(0, 200_000)))).toBe(
      'RELEASE_TRUNCATED',
    );
  });

  it('attack: a truncated package whose connection is cut', async () => {
    expect(
      await attack((response) => {
        response.writeHead(200, { 'content-length': PACKAGE.length });
        response.write(PACKAGE.subarray(0, 200_000), () => response.destroy());
      }),
    ).toBe('RELEASE_TRUNCATED');
  });

  it('attack: a package with more behind it', async () => {
    const longer = Buffer.concat([PACKAGE, Buffer.from('x')]);
    expect(await attack((response) => response.writeHead(200).end(longer))).toBe('RELEASE_TOO_LARGE');
    server.answer('keyops-console-1.3.0.deb', (response) => {
      response.writeHead(200);
      response.write(longer);
      response.end();
    });
    expect(codeOf(await call('download'))).toBe('RELEASE_TOO_LARGE');
    expect(kept()).toEqual([]);
  });

  it('attack: a redirect to another server', async () => {
    expect(
      await attack((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()),
    ).toBe('RELEASE_REDIRECTED');
  });

  it('attack: a slow loris in the middle', async () => {
    expect(
      await attack((response) => {
        response.writeHead(200, { 'content-length': PACKAGE.length });
        response.write(PACKAGE.subarray(0, 1000));
      }),
    ).toBe('RELEASE_TIMEOUT');
  });

  it('is given up by the operator, and nothing half-written remains', async () => {
    await found();
    let begun = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (begun = resolve));
    server.answer('keyops-console-1.3.0.deb', (response) => {
      response.writeHead(200, { 'content-length': PACKAGE.length });
      response.write(PACKAGE.subarray(0, 1000), () => begun());
    });
    const downloading = call('download');
    await waiting;
    expect(codeOf(await call('download'))).toBe('UPDATE_BUSY');
    await call('cancel');
    expect(codeOf(await downloading)).toBe('UPDATE_CANCELED');
    expect(kept()).toEqual([]);
  });

  it('is cut off by a kill, and the next start removes what was half-written', async () => {
    await found();
    await call('download');
    writeFileSync(join(folder, 'updates', 'download.unfinished'), 'half');
    await console.close();
    await start();
    await expect.poll(kept).toEqual(['keyops-console-1.3.0.deb']);
  });

  it('attack: it is exchanged on this computer before the approval, and during it', async () => {
    await found();
    await call('download');
    const path = join(folder, 'updates', 'keyops-console-1.3.0.deb');
    const asked = call('install');
    await host.until(() => host.approvalShown);
    writeFileSync(path, Buffer.alloc(PACKAGE.length, 'evil'));
    const { answer } = await decide(asked, 'approve');
    expect(codeOf(answer)).toBe('RELEASE_CHANGED');
    expect(host.clipboard).toBe('');
    expect(codeOf(await call('install'))).toBe('UPDATE_NOT_READY');
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect(codeOf(await call('install'))).toBe('UPDATE_NOT_READY');
  });

  it('attack: a hostile page installs it without the operator', async () => {
    await found();
    await call('download');
    const { answer } = await decide(call('install'), 'deny');
    expect(codeOf(answer)).toBe('ACTION_DENIED');
    expect(host.clipboard).toBe('');
    expect(host.opened).toEqual([]);
    // Without a press of a person nothing is even asked.
    expect(codeOf(await console.dispatch('console', 'updates.install', undefined))).not.toBe('ok');
  });

  it('attack: the folder of the packages is a link, so that a start or a download removes files elsewhere', async () => {
    const victim = join(folder, 'victim');
    const theirs = ['download.unfinished', 'keyops-console-1.0.0.deb', 'thesis.odt'];
    mkdirSync(victim);
    for (const name of theirs) writeFileSync(join(victim, name), 'mine');
    await found();
    symlinkSync(victim, join(folder, 'updates'));
    expect(codeOf(await call('download'))).toBe('RELEASE_UNWRITABLE');
    await console.close();
    await start();
    // Closing waits for what the start removes.
    await console.close();
    expect(readdirSync(victim).sort()).toEqual(theirs);
    await start();
  });

  it('removes nothing at a start that has another name', async () => {
    await console.close();
    mkdirSync(join(folder, 'updates'));
    for (const name of ['letter.txt', 'keyops-console-1.0.0.deb'])
      writeFileSync(join(folder, 'updates', name), 'mine');
    await start();
    await expect.poll(kept).toEqual(['letter.txt']);
  });

  it('attack: a link lies in the place of the half-written file', async () => {
    await found();
    await call('download');
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    rmSync(join(folder, 'updates', 'keyops-console-1.3.0.deb'));
    symlinkSync(victim, join(folder, 'updates', 'download.unfinished'));
    await call('download');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });
});

it('a locked console neither checks nor installs for its window', async () => {
  server.publish('1.3.0');
  await turnOn();
  await call('check');
  await call('download');
  await console.dispatch('console', 'app.lock', undefined);
  for (const name of ['state', 'check', 'download', 'install', 'cancel'])
    expect(codeOf(await call(name))).toBe('CONSOLE_LOCKED');
});
