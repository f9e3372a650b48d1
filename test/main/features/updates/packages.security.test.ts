// Attacks on a package between the release server and its installation.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACKAGE, type ReleaseServer } from '#test/fixtures/release-server.ts';
import { UpdatingConsole, codeOf } from '#test/fixtures/updating-console.ts';

let own: UpdatingConsole;
beforeEach(async () => {
  own = await UpdatingConsole.open();
});
afterEach(() => own.close());

describe('attacks on the package', () => {
  const found = async (): Promise<void> => {
    own.server.publish('1.3.0');
    await own.turnOn();
    await own.call('check');
  };
  const attack = async (answer: Parameters<ReleaseServer['answer']>[1]): Promise<string> => {
    await found();
    return downloaded(answer);
  };
  const downloaded = async (answer: Parameters<ReleaseServer['answer']>[1]): Promise<string> => {
    own.server.answer('keyops-console-1.3.0.deb', answer);
    const code = codeOf(await own.call('download'));
    expect(own.kept()).toEqual([]);
    expect(codeOf(await own.call('install'))).toBe('UPDATE_NOT_READY');
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
    own.server.answer('keyops-console-1.3.0.deb', (response) => {
      response.writeHead(200);
      response.write(longer);
      response.end();
    });
    expect(codeOf(await own.call('download'))).toBe('RELEASE_TOO_LARGE');
    expect(own.kept()).toEqual([]);
  });

  it('attack: a redirect to another server', async () => {
    expect(
      await attack((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()),
    ).toBe('RELEASE_REDIRECTED');
  });

  it('attack: a slow loris in the middle', async () => {
    await found();
    // Long enough for what the check reads before.
    await own.startWith({ idleMs: 3_000 });
    expect(codeOf(await own.call('check'))).toBe('ok');
    expect(
      await downloaded((response) => {
        response.writeHead(200, { 'content-length': PACKAGE.length });
        response.write(PACKAGE.subarray(0, 1000));
      }),
    ).toBe('RELEASE_TIMEOUT');
  });

  it('is given up by the operator, and nothing half-written remains', async () => {
    await found();
    let begun = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (begun = resolve));
    own.server.answer('keyops-console-1.3.0.deb', (response) => {
      response.writeHead(200, { 'content-length': PACKAGE.length });
      response.write(PACKAGE.subarray(0, 1000), () => begun());
    });
    const downloading = own.call('download');
    await waiting;
    expect(codeOf(await own.call('download'))).toBe('UPDATE_BUSY');
    await own.call('cancel');
    expect(codeOf(await downloading)).toBe('UPDATE_CANCELED');
    expect(own.kept()).toEqual([]);
  });

  it('is cut off by a kill, and the next start removes what was half-written', async () => {
    await found();
    await own.call('download');
    writeFileSync(join(own.folder, 'updates', 'download.unfinished'), 'half');
    await own.console.close();
    await own.start();
    await expect.poll(own.kept).toEqual(['keyops-console-1.3.0.deb']);
  });

  it('attack: it is exchanged on this computer before the approval, and during it', async () => {
    await found();
    await own.call('download');
    const path = join(own.folder, 'updates', 'keyops-console-1.3.0.deb');
    const asked = own.call('install');
    await own.host.until(() => own.host.approvalShown);
    writeFileSync(path, Buffer.alloc(PACKAGE.length, 'evil'));
    const { answer } = await own.decide(asked, 'approve');
    expect(codeOf(answer)).toBe('RELEASE_CHANGED');
    expect(own.host.clipboard).toBe('');
    expect(codeOf(await own.call('install'))).toBe('UPDATE_NOT_READY');
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect(codeOf(await own.call('install'))).toBe('UPDATE_NOT_READY');
  });

  it.skipIf(process.platform === 'win32')(
    'attack: something that is no file lies in its place, such as a pipe that nobody writes into',
    async () => {
      await found();
      await own.call('download');
      const path = join(own.folder, 'updates', 'keyops-console-1.3.0.deb');
      for (const put of [
        () => execFileSync('mkfifo', [path]),
        () => mkdirSync(path),
        () => symlinkSync('/dev/zero', path),
      ]) {
        rmSync(path, { recursive: true, force: true });
        put();
        expect(codeOf(await own.call('install'))).toBe('UPDATE_NOT_READY');
        expect(codeOf(await own.call('check'))).toBe('ok');
        expect((await own.state()).current).toMatchObject({ step: 'available' });
      }
      // A folder there is not replaced either.
      rmSync(path);
      mkdirSync(join(path, 'mine'), { recursive: true });
      expect(codeOf(await own.call('download'))).toBe('RELEASE_UNWRITABLE');
      expect(own.kept()).toEqual(['keyops-console-1.3.0.deb']);
    },
  );

  it('attack: a lock comes while the approved package is compared; nothing is handed over', async () => {
    await found();
    await own.call('download');
    const asked = own.call('install');
    await own.host.until(() => own.host.approvalShown);
    // The surface goes once it is approved; the journal's line and the comparison come after.
    vi.spyOn(own.host, 'hideApproval').mockImplementationOnce(() => {
      own.host.away();
      return Promise.resolve();
    });
    const { answer } = await own.decide(asked, 'approve');
    expect(codeOf(answer)).toBe('CONSOLE_LOCKED');
    expect(own.host.clipboard).toBe('');
    expect(own.host.opened).toEqual([]);
  });

  it('attack: a hostile page installs it without the operator', async () => {
    await found();
    await own.call('download');
    const { answer } = await own.decide(own.call('install'), 'deny');
    expect(codeOf(answer)).toBe('ACTION_DENIED');
    expect(own.host.clipboard).toBe('');
    expect(own.host.opened).toEqual([]);
    // Without a press of a person nothing is even asked.
    expect(codeOf(await own.console.dispatch('console', 'updates.install', undefined))).not.toBe('ok');
  });

  it('attack: the folder of the packages is a link, so that a start or a download removes files elsewhere', async () => {
    const victim = join(own.folder, 'victim');
    const theirs = ['download.unfinished', 'keyops-console-1.0.0.deb', 'thesis.odt'];
    mkdirSync(victim);
    for (const name of theirs) writeFileSync(join(victim, name), 'mine');
    await found();
    symlinkSync(victim, join(own.folder, 'updates'));
    expect(codeOf(await own.call('download'))).toBe('RELEASE_UNWRITABLE');
    await own.console.close();
    await own.start();
    // Closing waits for what the start removes.
    await own.console.close();
    expect(readdirSync(victim).sort()).toEqual(theirs);
    await own.start();
  });

  it('removes nothing at a start that has another name', async () => {
    await own.console.close();
    mkdirSync(join(own.folder, 'updates'));
    for (const name of ['letter.txt', 'keyops-console-1.0.0.deb'])
      writeFileSync(join(own.folder, 'updates', name), 'mine');
    await own.start();
    await expect.poll(own.kept).toEqual(['letter.txt']);
  });

  it('attack: a link lies in the place of the half-written file', async () => {
    await found();
    await own.call('download');
    const victim = join(own.folder, 'victim');
    writeFileSync(victim, 'untouched');
    rmSync(join(own.folder, 'updates', 'keyops-console-1.3.0.deb'));
    symlinkSync(victim, join(own.folder, 'updates', 'download.unfinished'));
    await own.call('download');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });
});
