import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { features } from '#main/app/compose.ts';
import { openContext } from '#main/context/console-context.ts';
import { updateItem } from '#main/features/updates/update-choice.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { PACKAGE, startReleaseServer } from '#test/fixtures/release-server.ts';
import { UpdatingConsole, codeOf } from '#test/fixtures/updating-console.ts';

const DAY_MS = 24 * 60 * 60_000;

let own: UpdatingConsole;
beforeEach(async () => {
  own = await UpdatingConsole.open();
});
afterEach(() => own.close());

describe('an honest release', () => {
  it('is found, downloaded, verified, approved, and handed to an administrator', async () => {
    own.server.publish('1.3.0');
    const { preview } = await own.turnOn();
    expect(preview.facts.map(({ value }) => value)).toContain(own.server.source.address);
    expect(codeOf(await own.call('check'))).toBe('ok');
    expect((await own.state()).current).toEqual({
      step: 'available',
      version: '1.3.0',
      size: PACKAGE.length,
    });
    expect(codeOf(await own.call('download'))).toBe('ok');
    expect((await own.state()).current).toEqual({ step: 'ready', version: '1.3.0', size: PACKAGE.length });
    const [name = ''] = own.kept();
    const path = join(own.folder, 'updates', name);
    expect(readFileSync(path).equals(PACKAGE)).toBe(true);
    if (process.platform !== 'win32') {
      expect(statSync(join(own.folder, 'updates')).mode & 0o777).toBe(0o700);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    const installed = await own.decide(own.call('install'), 'approve');
    expect(codeOf(installed.answer)).toBe('ok');
    if (process.platform === 'linux') {
      const { current } = await own.state();
      expect(current).toMatchObject({ step: 'handedOver', version: '1.3.0' });
      // The command is what the approval showed, and what the privileged side copied.
      const command = installed.preview.facts.find(({ label }) => label === 'Command')?.value;
      expect(own.host.clipboard).toBe(command);
      expect(command).toContain('sha512sum --check');
      expect(own.host.opened).toEqual([]);
    }
  });

  it('is found again after a restart, with the next key, and its package is not fetched twice', async () => {
    own.server.publish('1.3.0');
    await own.turnOn();
    await own.call('check');
    await own.call('download');
    await own.console.close();
    await own.start();
    own.server.publish('1.3.0');
    const before = own.server.asked.length;
    await own.call('check');
    expect((await own.state()).current).toMatchObject({ step: 'ready', version: '1.3.0' });
    expect(own.server.asked.slice(before).map(({ path }) => path)).toEqual([
      '/releases/release.json',
      '/releases/release.json.sig',
    ]);
  });

  it('of this version is current, and packages that are no newer are removed at the next start', async () => {
    own.server.publish('1.2.0');
    await own.turnOn();
    await own.call('check');
    expect((await own.state()).current).toEqual({ step: 'current' });
    own.server.publish('1.3.0');
    await own.call('check');
    await own.call('download');
    expect(own.kept()).toHaveLength(1);
    await own.console.close();
    await own.start('1.3.0');
    await expect.poll(own.kept).toEqual([]);
  });
});

describe('nothing is asked', () => {
  it('before the operator turned it on', async () => {
    own.server.publish('1.3.0');
    expect((await own.state()).mode).toBe('off');
    expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    own.clock.forward(3 * DAY_MS);
    expect(own.server.asked).toEqual([]);
  });

  it('attack: a hostile page turns it on without the operator', async () => {
    own.server.publish('1.3.0');
    const { answer } = await own.decide(own.call('setMode', { mode: 'daily' }), 'deny');
    expect(codeOf(answer)).toBe('ACTION_DENIED');
    expect((await own.state()).mode).toBe('off');
    expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    expect(own.server.asked).toEqual([]);
  });

  it('attack: a hostile page has it asked daily where the operator wanted to be asked first', async () => {
    own.server.publish('1.2.0');
    await own.turnOn('ask');
    const { preview, answer } = await own.decide(own.call('setMode', { mode: 'daily' }), 'deny');
    expect(preview.facts.map(({ value }) => value)).toContain('once a day');
    expect(codeOf(answer)).toBe('ACTION_DENIED');
    expect((await own.state()).mode).toBe('ask');
    // Less often needs no approval.
    await own.decide(own.call('setMode', { mode: 'daily' }), 'approve');
    expect(codeOf(await own.call('setMode', { mode: 'ask' }))).toBe('ok');
    expect((await own.state()).mode).toBe('ask');
    own.clock.forward(3 * DAY_MS);
    await new Promise(setImmediate);
    expect(own.server.asked).toEqual([]);
  });

  it('of a console whose build has no release address', async () => {
    await own.console.close();
    await own.start('1.2.0', null);
    expect(await own.state()).toMatchObject({ address: null, keys: [] });
    expect(codeOf(await own.call('setMode', { mode: 'daily' }))).toBe('UPDATES_UNAVAILABLE');
    expect(codeOf(await own.call('check'))).toBe('UPDATES_UNAVAILABLE');
  });

  it('while the console is offline, and then it is', async () => {
    await own.console.close();
    const { host, keychain, clock } = own;
    const context = await openContext({
      ...{ host, dataFolder: own.folder, keychain, clock, version: '1.2.0' },
      releases: own.server.source,
    });
    let isOffline = true;
    context.ports.isOffline.answerWith(() => isOffline);
    own.keychain.items.set(updateItem(own.folder), JSON.stringify({ mode: 'daily', newest: null }));
    await context.storage.settings.set('updates.checked', 'a writer of the database');
    const { handlers, hooks } = await features.start(context);
    own.server.publish('1.2.0');
    await expect(handlers.updates.check(undefined)).rejects.toMatchObject({ code: 'UPDATES_OFFLINE' });
    own.clock.forward(3 * DAY_MS);
    await expect(handlers.updates.download(undefined)).rejects.toMatchObject({ code: 'UPDATES_OFFLINE' });
    expect(own.server.asked).toEqual([]);
    expect((await handlers.updates.state(undefined)).checkedAtMs).toBeNull();
    isOffline = false;
    await handlers.updates.check(undefined);
    expect(own.server.asked).toHaveLength(2);
    await hooks.close();
    await context.client.close();
    await hooks.idle();
    await context.journal.close();
    await context.storage.close();
    await own.start();
  });

  it('after it was turned off', async () => {
    own.server.publish('1.3.0');
    await own.turnOn('daily');
    expect(codeOf(await own.call('setMode', { mode: 'off' }))).toBe('ok');
    const before = own.server.asked.length;
    expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    // Left alone that long the console locks, and its timers go on.
    own.clock.forward(3 * DAY_MS);
    await new Promise(setImmediate);
    expect(own.server.asked).toHaveLength(before);
  });
});

it('looks once a day, and says nothing about this computer', async () => {
  own.server.publish('1.2.0');
  await own.turnOn('daily');
  // Left alone that long the console locks: it asks, and tells nobody.
  const asked = (count: number) => expect.poll(() => own.server.asked).toHaveLength(count);
  own.clock.forward(0);
  await asked(2);
  // The check itself ends after the server was asked.
  await expect.poll(async () => (await own.state()).current.step).toBe('current');
  own.clock.forward(DAY_MS - 1);
  await new Promise(setImmediate);
  expect(own.server.asked).toHaveLength(2);
  own.host.news.length = 0;
  own.clock.forward(1);
  await asked(4);
  await new Promise(setImmediate);
  expect(own.host.news.filter(({ name }) => name === 'updates.changed')).toEqual([]);
  for (const { headers } of own.server.asked)
    expect(Object.keys(headers).sort()).toEqual(['accept', 'connection', 'host']);
  // No number of this computer is kept either.
  expect(readdirSync(own.folder).filter((name) => name.includes('updater'))).toEqual([]);
});

describe('what was chosen of updates', () => {
  /** Writes into the closed console's database, and starts it again. */
  const edit = async (
    settings: Partial<Record<'updates.mode' | 'updates.newest', string>>,
  ): Promise<void> => {
    await own.console.close();
    const storage = await openStorage(own.folder);
    for (const [name, value] of Object.entries(settings))
      await storage.settings.set(name as 'updates.mode', value);
    await storage.close();
    await own.start();
  };
  const inKeychain = (): unknown => JSON.parse(own.keychain.items.get(updateItem(own.folder)) ?? 'null');

  it('attack: a writer of the database turns updates on', async () => {
    own.server.publish('1.3.0');
    await expect.poll(inKeychain).toEqual({ mode: 'off', newest: null, published: null });
    await edit({ 'updates.mode': 'daily' });
    expect((await own.state()).mode).toBe('off');
    expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    own.clock.forward(3 * DAY_MS);
    await new Promise(setImmediate);
    expect(own.server.asked).toEqual([]);
  });

  it('attack: a writer of the database makes an older release the newest', async () => {
    await own.turnOn();
    own.server.publish('1.4.0');
    await own.call('check');
    await edit({ 'updates.newest': '1.2.0' });
    own.server.publish('1.3.0');
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    expect(inKeychain()).toMatchObject({ mode: 'ask', newest: '1.4.0' });
  });

  it('comes over from an earlier version once, and the database has no say from then on', async () => {
    await expect.poll(inKeychain).not.toBeNull();
    own.keychain.items.delete(updateItem(own.folder));
    await edit({ 'updates.mode': 'ask', 'updates.newest': '1.4.0' });
    await expect.poll(inKeychain).toEqual({ mode: 'ask', newest: '1.4.0', published: null });
    own.server.publish('1.3.0');
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    await edit({ 'updates.mode': 'daily', 'updates.newest': '0.0.1' });
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    expect((await own.state()).mode).toBe('ask');
  });

  it.each(['', 'daily', '{"mode":"always","newest":null}', '{"mode":"daily"}', '[]'])(
    'is off where the keychain says %j',
    async (text) => {
      await own.console.close();
      own.keychain.items.set(updateItem(own.folder), text);
      await own.start();
      expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    },
  );

  it('attack: a release that is replayed while the keychain is locked is not offered', async () => {
    await own.turnOn();
    await own.console.close();
    const get = vi.spyOn(own.keychain, 'get').mockRejectedValue(new KeychainError('locked', 'linux'));
    const replace = vi.spyOn(own.keychain, 'replace').mockRejectedValue(new KeychainError('locked', 'linux'));
    await own.start();
    own.server.publish('1.3.0');
    expect((await own.state()).mode).toBe('off');
    expect(codeOf(await own.call('check'))).toBe('KEYCHAIN_LOCKED');
    expect(own.server.asked).toEqual([]);
    // Once it opens it is read, without a restart; what can't be noted isn't offered.
    get.mockRestore();
    await own.console.dispatch('console', 'app.recheck', undefined);
    await expect.poll(async () => (await own.state()).mode).toBe('ask');
    expect(codeOf(await own.call('check'))).toBe('KEYCHAIN_LOCKED');
    expect(codeOf(await own.call('download'))).toBe('UPDATE_NOT_READY');
    replace.mockRestore();
    expect(codeOf(await own.call('check'))).toBe('ok');
  });

  it('is off at once, also where the keychain can’t keep that', async () => {
    await own.turnOn('daily');
    const replace = vi.spyOn(own.keychain, 'replace').mockRejectedValue(new KeychainError('locked', 'linux'));
    expect(codeOf(await own.call('setMode', { mode: 'off' }))).toBe('KEYCHAIN_LOCKED');
    expect((await own.state()).mode).toBe('off');
    expect(codeOf(await own.call('check'))).toBe('UPDATES_OFF');
    replace.mockRestore();
    expect(codeOf(await own.call('setMode', { mode: 'off' }))).toBe('ok');
    expect(inKeychain()).toMatchObject({ mode: 'off' });
  });
});

describe('attacks on the list', () => {
  const attack = async (): Promise<string> => {
    await own.turnOn();
    const answer = await own.call('check');
    expect((await own.state()).current).toMatchObject({ step: 'failed', error: { code: codeOf(answer) } });
    expect(codeOf(await own.call('download'))).toBe('UPDATE_NOT_READY');
    expect(codeOf(await own.call('install'))).toBe('UPDATE_NOT_READY');
    expect(own.kept()).toEqual([]);
    return codeOf(answer);
  };

  it('attack: a forged list, changed after it was signed', async () => {
    own.server.publish('1.3.0', { forged: (list) => list.replace('1.3.0', '1.4.0') });
    expect(await attack()).toBe('RELEASE_UNSIGNED');
  });

  it('attack: a list signed by a stranger', async () => {
    own.server.publish('1.3.0', { byStranger: true });
    expect(await attack()).toBe('RELEASE_UNSIGNED');
  });

  it.each(['', '00', 'f'.repeat(128), 'F'.repeat(128), `${'0'.repeat(126)}zz`])(
    'attack: the signature is %j',
    async (signature) => {
      own.server.publish('1.3.0');
      own.server.answer('release.json.sig', (response) => response.writeHead(200).end(signature));
      expect(await attack()).toBe('RELEASE_UNSIGNED');
    },
  );

  it('attack: a downgrade to an older version, rightly signed', async () => {
    own.server.publish('1.1.9');
    expect(await attack()).toBe('RELEASE_OLDER');
  });

  it('attack: a server that goes back to a release older than one it has offered', async () => {
    await own.turnOn();
    own.server.publish('1.4.0');
    await own.call('check');
    own.server.publish('1.3.0');
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    expect(codeOf(await own.call('download'))).toBe('UPDATE_NOT_READY');
  });

  it('attack: a mirror replays the list of a version as it was before it was published again', async () => {
    await own.turnOn();
    own.server.publish('1.3.0');
    await own.call('check');
    own.server.publish('1.3.0', { list: { publishedAt: '2026-11-23T00:00:00Z' } });
    expect(codeOf(await own.call('check'))).toBe('ok');
    own.server.publish('1.3.0');
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    expect(codeOf(await own.call('download'))).toBe('UPDATE_NOT_READY');
    // Nor after a restart, or while the first one was all that was known.
    await own.console.close();
    await own.start();
    expect(codeOf(await own.call('check'))).toBe('RELEASE_OLDER');
    own.server.publish('1.3.0', { list: { publishedAt: '2026-11-23T00:00:00Z' } });
    expect(codeOf(await own.call('check'))).toBe('ok');
    // A later version counts, whenever it was published.
    own.server.publish('1.3.1');
    expect(codeOf(await own.call('check'))).toBe('ok');
  });

  it('attack: a mirror gives the signature of another release’s list', async () => {
    own.server.publish('1.4.0');
    const other = await fetch(`${own.server.source.address}/release.json.sig`).then((answer) =>
      answer.text(),
    );
    own.server.publish('1.3.0');
    own.server.answer('release.json.sig', (response) => response.writeHead(200).end(other));
    own.server.asked.length = 0;
    expect(await attack()).toBe('RELEASE_UNSIGNED');
  });

  it('attack: the list is cut off, and goes on as somebody else’s', async () => {
    own.server.publish('1.3.0');
    const list = await fetch(`${own.server.source.address}/release.json`).then((answer) => answer.text());
    for (const changed of [list.slice(0, -1), `${list} `, `\ufeff${list}`, `${list}${list}`]) {
      own.server.answer('release.json', (response) => response.writeHead(200).end(changed));
      expect(await attack()).toBe('RELEASE_UNSIGNED');
      await own.call('setMode', { mode: 'off' });
    }
  });

  it.each([
    [
      'interim answers without end',
      'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
      'RELEASE_TIMEOUT',
      { headersMs: 300, smallMs: 700 },
    ],
    ['headers without end', `x-a: ${'a'.repeat(4_000)}\r\n`, 'RELEASE_UNREACHABLE', {}],
  ])('attack: %s', async (name, piece, code, limits) => {
    await own.startWith(limits);
    own.server.answer('release.json', (response) => {
      const { socket } = response;
      if (name.startsWith('headers')) socket?.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket?.write(piece), 10);
      socket?.once('close', () => clearInterval(drip));
    });
    expect(await attack()).toBe(code);
  });

  it('attack: a rightly signed list with megabytes behind it, as trailers', async () => {
    await own.startWith({ smallMs: 700 });
    own.server.publish('1.3.0');
    const list = await fetch(`${own.server.source.address}/release.json`).then((answer) => answer.text());
    own.server.answer('release.json', (response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      socket?.write(`${list.length.toString(16)}\r\n${list}\r\n0\r\n`);
      const drip = setInterval(() => socket?.write(`x-a: ${'a'.repeat(60_000)}\r\n`), 1);
      socket?.once('close', () => clearInterval(drip));
    });
    expect(await attack()).toMatch(/^RELEASE_(?:UNREACHABLE|TIMEOUT)$/);
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
    ['two packages for this system', { row: { kind: 'deb' } }],
    ['a name with a line break', { row: { file: 'x.deb\n' } }],
    ['a name with a null byte', { row: { file: 'x\u0000.deb' } }],
    ['a name with a backslash', { row: { file: '..\\x.deb' } }],
    ['a time that is none', { list: { publishedAt: 'tomorrow' } }],
    ['a field that nobody knows', { list: { run: 'rm -rf /' } }],
    ['a name twice', { raw: '{"version":"1.3.0","version":"1.4.0"}' }],
    ['no JSON', { raw: 'MZ\u0000' }],
  ])('attack: a signed list that lies: %s', async (_, changes) => {
    own.server.publish('1.3.0', changes);
    expect(await attack()).toBe('RELEASE_MALFORMED');
  });

  it('attack: a package for another processor alone', async () => {
    own.server.publish('1.3.0', { row: { arch: process.arch === 'x64' ? 'arm64' : 'x64' } });
    expect(await attack()).toBe('RELEASE_NOT_FOR_HERE');
  });

  it('attack: a huge list, with and without its length', async () => {
    own.server.publish('1.3.0');
    own.server.answer('release.json', (response) =>
      response.writeHead(200, { 'content-length': 1 << 30 }).flushHeaders(),
    );
    expect(await attack()).toBe('RELEASE_TOO_LARGE');
    own.server.answer('release.json', (response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1 << 16);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(codeOf(await own.call('check'))).toBe('RELEASE_TOO_LARGE');
  });

  it.each([301, 302, 303, 307, 308])(
    'attack: a redirect (%i) to another server, with a signed list there',
    async (status) => {
      const other = await startReleaseServer();
      try {
        other.publish('1.3.0');
        own.server.answer('release.json', (response) =>
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
    own.server.publish('1.3.0');
    own.server.answer('release.json', (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await attack()).toBe('RELEASE_STATUS');
  });

  it('attack: a slow loris that sends a byte now and then, for ever', async () => {
    await own.startWith({ smallMs: 700 });
    own.server.answer('release.json', (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    });
    expect(await attack()).toBe('RELEASE_TIMEOUT');
  });

  it('attack: a server that never answers, and one that is gone', async () => {
    await own.startWith({ headersMs: 300 });
    own.server.answer('release.json', () => undefined);
    expect(await attack()).toBe('RELEASE_TIMEOUT');
    await own.server.close();
    expect(codeOf(await own.call('check'))).toBe('RELEASE_UNREACHABLE');
  });
});

it('a locked console neither checks nor installs for its window', async () => {
  own.server.publish('1.3.0');
  await own.turnOn();
  await own.call('check');
  await own.call('download');
  await own.console.dispatch('console', 'app.lock', undefined);
  for (const name of ['state', 'check', 'download', 'install', 'cancel'])
    expect(codeOf(await own.call(name))).toBe('CONSOLE_LOCKED');
});
