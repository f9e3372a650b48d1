import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CheckSubject, checkRows, reportOf } from '#main/features/self-check/checks.ts';
import { readFuses } from '#main/features/self-check/fuses.ts';
import { parseSockets } from '#main/features/self-check/processes.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import type { CheckRow } from '#preload/contract/program.ts';
import { installedElectron } from '#scripts/find-electron.mjs';
import { TestHost, noService } from '#test/fixtures/test-host.ts';

let folder: string;
let subject: CheckSubject;
const servers: Server[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-self-check-'));
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, 'service'), { mode: 0o700 });
  writeFileSync(join(folder, 'service', 'service.sqlite'), '', { mode: 0o600 });
  subject = {
    version: '1.2.3',
    facts: {
      ...new TestHost(noService).facts,
      isPackaged: true,
      permissions: [{ name: 'camera', state: 'denied' }],
    },
    dataFolder: folder,
    health: {
      keychain: { state: 'ready', backend: 'Secret Service', message: '', remedy: '' },
      journal: { state: 'intact', lines: 3, message: '', remedy: '' },
    },
    verification: 'passphrase',
    unlockChosen: true,
    clockOffsetMs: 120,
    servicePorts: [],
    platform: process.platform,
    pid: process.pid,
  };
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

async function row(id: CheckRow['id'], changes: Partial<CheckSubject> = {}): Promise<CheckRow | undefined> {
  const rows = await checkRows({ ...subject, ...changes });
  return rows.find((each) => each.id === id);
}

async function listen(host: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  return (server.address() as AddressInfo).port;
}

const onLinux = process.platform === 'linux';

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is good when everything is this user’s alone', async () => {
    expect(await row('dataFolder')).toMatchObject({ state: 'good', remedy: '' });
  });

  it('attack: a file is opened to others, in a folder that others can enter', async () => {
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'service'), 0o711);
    chmodSync(join(folder, 'service', 'service.sqlite'), 0o644);
    const found = await row('dataFolder');
    expect(found).toMatchObject({ state: 'bad', found: 'Other users can reach 3 files or folders.' });
    expect(found?.details).toEqual(['.', 'service', 'service/service.sqlite']);
    expect(found?.remedy).toContain('chmod -R go-rwx');
    chmodSync(folder, 0o700);
    chmodSync(join(folder, 'service'), 0o700);
    chmodSync(join(folder, 'service', 'service.sqlite'), 0o600);
    expect(await row('dataFolder')).toMatchObject({ state: 'good' });
  });

  it('says that the folder still protects a file whose mode is open', async () => {
    chmodSync(join(folder, 'service', 'service.sqlite'), 0o664);
    expect(await row('dataFolder')).toMatchObject({ state: 'look', details: ['service/service.sqlite'] });
  });

  it('attack: a link leads out of it, and is named and not followed', async () => {
    symlinkSync('/etc', join(folder, 'browser'));
    // Chromium's own lock is such a link, and is not told.
    symlinkSync('host-4711', join(folder, 'SingletonLock'));
    expect(await row('dataFolder')).toMatchObject({ state: 'look', details: ['browser'] });
  });

  it('shows what is invisible in a planted name', async () => {
    writeFileSync(join(folder, 'a\u202eb'), '', { mode: 0o644 });
    expect((await row('dataFolder'))?.details[0]).not.toContain('\u202e');
  });

  it('says that it could not look, rather than that all is well', async () => {
    expect(await row('dataFolder', { dataFolder: join(folder, 'gone') })).toMatchObject({
      state: 'look',
      found: 'This could not be measured (ENOENT).',
    });
  });
});

describe.skipIf(!onLinux)('what listens', () => {
  // Other tests of this worker may listen as well: a child of one test alone is the process that is looked at.
  async function child(code: string): Promise<{ pid: number; said: string }> {
    const started = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(started);
    const [said] = (await once(started.stdout, 'data')) as [Buffer];
    return { pid: started.pid ?? 0, said: said.toString() };
  }
  const server = (host: string): string =>
    `const s=require('net').createServer().listen(0,'${host}',()=>console.log(s.address().port))`;

  it('is nothing', async () => {
    const { pid } = await child('console.log(1);setInterval(()=>{},1e6)');
    expect(await row('listening', { pid })).toMatchObject({ state: 'good', found: 'Nothing listens.' });
  });

  it.each(['127.0.0.1', '::1'])('is the service’s own port on %s', async (host) => {
    const { pid, said } = await child(server(host));
    expect(await row('listening', { pid, servicePorts: [Number(said)] })).toMatchObject({ state: 'good' });
  });

  it('attack: another server is opened on loopback, and by a process that the console started', async () => {
    const { pid, said } = await child(
      `const c=require('child_process').spawn(process.execPath,['-e',${JSON.stringify(server('127.0.0.1'))}]);c.stdout.pipe(process.stdout);setInterval(()=>{},1e6)`,
    );
    const port = said.trim();
    expect(await row('listening', { pid })).toMatchObject({
      state: 'look',
      details: [`127.0.0.1 port ${port}`],
    });
  });

  it.each(['0.0.0.0', '::'])('attack: a server is opened to other computers on %s', async (host) => {
    const { pid, said } = await child(server(host));
    const found = await row('listening', { pid, servicePorts: [Number(said)] });
    expect(found).toMatchObject({ state: 'bad' });
    expect(found?.details[0]).toContain(`port ${said.trim()}`);
  });

  it('sees a listener of this very process', async () => {
    const port = await listen('127.0.0.1');
    expect((await row('listening'))?.details).toContain(`127.0.0.1 port ${port}`);
  });

  it('reads the kernel’s table and nothing that is broken in it', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 77 1',
      '   1: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 0:0 0:0 0 1000 0 78 1',
      '   2: 0000000000000000FFFF00000200A8C0:0051 00000000000000000000000000000000:0000 0A 0:0 0:0 0 1000 0 79 1',
      '   3: 0100007F:1F91 00000000:0000 01 00000000:00000000 00:00000000 00000000  1000        0 77 1',
      '   4: xyz:1F91 0 0A 0 0 0 0 0 77',
      'garbage',
    ].join('\n');
    expect(parseSockets(table, new Set(['77', '78', '79']))).toEqual([
      { address: '127.0.0.1', port: 8080, isLoopback: true },
      { address: '::1', port: 80, isLoopback: true },
      { address: '::ffff:192.168.0.2', port: 81, isLoopback: false },
    ]);
  });
});

describe('the fuses', () => {
  const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const program = (...wires: string[]): string => {
    const file = join(folder, 'program');
    const parts = wires.flatMap((wire) => [
      Buffer.alloc(1000, 7),
      Buffer.from(SENTINEL),
      Buffer.from([1, wire.length]),
      Buffer.from(wire),
    ]);
    writeFileSync(file, Buffer.concat(parts), { mode: 0o600 });
    return file;
  };
  const facts = (fuseFile: string) => ({ facts: { ...subject.facts, fuseFile } });

  it('are strict as a package sets them', async () => {
    expect(await row('fuses', facts(program('01001100')))).toMatchObject({ state: 'good' });
  });

  it.each([
    ['11001100', 'RunAsNode is on'],
    ['00001100', 'EnableCookieEncryption is off'],
    ['01101100', 'EnableNodeOptionsEnvironmentVariable is on'],
    ['01011100', 'EnableNodeCliInspectArguments is on'],
    ['01000100', 'EnableEmbeddedAsarIntegrityValidation is off'],
    ['01001000', 'OnlyLoadAppFromAsar is off'],
    ['01001110', 'LoadBrowserProcessSpecificV8Snapshot is on'],
    ['010011r1', 'LoadBrowserProcessSpecificV8Snapshot is missing'],
  ])('attack: one is flipped (%s)', async (wire, said) => {
    const found = await row('fuses', facts(program(wire)));
    expect(found?.state).toBe('bad');
    expect(found?.details).toContain(said);
  });

  it('attack: the wire is gone, of another version, cut off, or there twice', async () => {
    const file = join(folder, 'program');
    writeFileSync(file, 'no fuses', { mode: 0o600 });
    expect(await row('fuses', facts(file))).toMatchObject({ state: 'bad' });
    await expect(readFuses(program('01001100', '11001100'))).rejects.toThrow('differ');
    expect(await readFuses(program('01001100', '01001100'))).toBe('01001100');
    writeFileSync(file, `${SENTINEL}\u0002\u000801001100`);
    await expect(readFuses(file)).rejects.toThrow('unknown format');
    writeFileSync(file, `${SENTINEL}\u0001\u00080100`);
    await expect(readFuses(file)).rejects.toThrow('unknown format');
    expect(await row('fuses', facts(file))).toMatchObject({ state: 'look' });
  });

  it('finds the wire across two pieces of the file', async () => {
    const file = join(folder, 'program');
    for (const before of [(4 << 20) - 45, (4 << 20) - 20, (4 << 20) - 1, 4 << 20, (8 << 20) - 33]) {
      writeFileSync(
        file,
        Buffer.concat([Buffer.alloc(before), Buffer.from(`${SENTINEL}\u0001\u000801001100`)]),
      );
      expect(await readFuses(file)).toBe('01001100');
    }
  });

  const electron = onLinux ? installedElectron(process.env) : undefined;
  it.skipIf(electron === undefined)(
    'are those that Electron’s own tool reads, before and after a flip',
    async () => {
      const copy = join(folder, 'electron');
      copyFileSync(electron ?? '', copy);
      const named = async (): Promise<string> => {
        const wire = await getCurrentFuseWire(copy);
        return Array.from({ length: 8 }, (_, at) =>
          String.fromCharCode((wire as unknown as Record<number, number>)[at] ?? 0),
        ).join('');
      };
      expect((await readFuses(copy))?.slice(0, 8)).toBe(await named());
      const before = await readFuses(copy);
      const flipped = before?.startsWith('1') !== true;
      await flipFuses(copy, { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: flipped });
      expect((await readFuses(copy))?.slice(0, 8)).toBe(await named());
      expect(await readFuses(copy)).not.toBe(before);
    },
  );
});

describe('the other rows', () => {
  it.skipIf(!onLinux)('attack: a page’s process runs without a sandbox', async () => {
    const bare = spawn('sleep', ['60']);
    children.push(bare);
    const pages = [{ pid: bare.pid ?? 0, isSandboxed: null }];
    expect(await row('sandbox', { facts: { ...subject.facts, pages } })).toMatchObject({
      state: 'bad',
      found: '1 page process runs without a sandbox.',
    });
    expect(await row('sandbox', { facts: { ...subject.facts, pages: [] } })).toMatchObject({ state: 'look' });
  });

  it('takes the system’s word for the sandbox on macOS and Windows', async () => {
    const facts = (isSandboxed: boolean | null) => ({
      platform: 'darwin' as const,
      facts: { ...subject.facts, pages: [{ pid: 1, isSandboxed }] },
    });
    expect(await row('sandbox', facts(true))).toMatchObject({ state: 'good' });
    expect(await row('sandbox', facts(false))).toMatchObject({ state: 'bad' });
    expect(await row('sandbox', facts(null))).toMatchObject({ state: 'bad' });
  });

  it.each([
    ['granted', 'bad'],
    ['prompt', 'look'],
    ['denied', 'good'],
    ['unknown', 'look'],
  ])('attack: the page’s camera is %s', async (state, expected) => {
    const permissions = [{ name: 'camera', state }];
    expect(await row('permissions', { facts: { ...subject.facts, permissions } })).toMatchObject({
      state: expected,
    });
  });

  it.skipIf(!onLinux)(
    'says truthfully that Linux doesn’t check the program, and who may change it',
    async () => {
      const codePath = join(folder, 'app.asar');
      writeFileSync(codePath, '', { mode: 0o600 });
      expect(await row('integrity', { facts: { ...subject.facts, codePath } })).toMatchObject({
        state: 'look',
        found: 'Linux doesn’t check the program’s files. This user may change them.',
      });
      expect(
        await row('integrity', { facts: { ...subject.facts, codePath: '/proc/version' } }),
      ).toMatchObject({
        found: expect.stringContaining('Linux doesn’t check') as string,
      });
    },
  );

  it('a copy from before an upgrade is told', async () => {
    expect(await row('copies')).toMatchObject({
      state: 'good',
      found: 'No database has been upgraded since it was created.',
    });
    const storage = await openStorage(folder);
    await storage.close();
    writeFileSync(join(folder, 'console.db.schema-3-before-4'), '', { mode: 0o600 });
    expect(await row('copies')).toMatchObject({ details: ['console.db.schema-3-before-4'] });
  });

  it.each([
    [{ clockOffsetMs: -61_000 }, 'clock', 'bad'],
    [{ clockOffsetMs: null }, 'clock', 'look'],
  ] as const)('the clock %j', async (changes, id, state) => {
    expect(await row(id, changes)).toMatchObject({ state });
  });

  it('a locked keychain and a changed journal', async () => {
    const health = {
      keychain: { state: 'locked', backend: 'x', message: 'Locked.', remedy: 'Unlock it.' },
      journal: { state: 'tampered', lines: 1, message: 'Line 1 changed.', remedy: 'Keep a copy.' },
    } as const;
    expect(await row('keychain', { health })).toMatchObject({ state: 'look', remedy: 'Unlock it.' });
    expect(await row('journal', { health })).toMatchObject({ state: 'bad', found: 'Line 1 changed.' });
  });
});

describe('the report', () => {
  it('has every row, and no path, user name or address, whatever was found', async () => {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, `${userInfo().username}-secret`), '', { mode: 0o644 });
    await listen('127.0.0.1');
    const rows = await checkRows(subject);
    const report = reportOf(rows, 'linux');
    for (const { title } of rows) expect(report).toContain(title);
    expect(report).not.toContain(folder);
    expect(report).not.toContain('secret');
    expect(report).not.toMatch(/\d+\.\d+\.\d+\.\d+|::1|\/tmp|\/home/);
    expect(report).toContain('[bad] Data folder');
  });
});
