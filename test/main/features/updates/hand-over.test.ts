import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type Installation,
  installCommand,
  ownAppImage,
  packageKinds,
} from '#main/features/updates/hand-over.ts';
import type { ReleasePackage } from '#main/features/updates/release-manifest.ts';

const on = (platform: NodeJS.Platform, files: readonly string[] = [], appImage?: string): Installation => ({
  ...{ platform, appImage },
  exists: (path) => files.includes(path),
});
const wanted = (kind: ReleasePackage['kind']): ReleasePackage => ({
  ...{ file: 'x.deb', platform: 'linux', arch: 'x64', kind, size: 1 },
  sha512: 'ab'.repeat(64),
});

it('updates a program the way it was installed', () => {
  expect(packageKinds(on('darwin'))).toEqual(['dmg']);
  expect(packageKinds(on('win32'))).toEqual(['nsis']);
  expect(packageKinds(on('linux', ['/var/lib/dpkg/info/keyops-console.list', '/usr/bin/rpm']))).toEqual([
    'deb',
  ]);
  expect(packageKinds(on('linux', ['/usr/bin/rpm']))).toEqual(['rpm']);
  expect(packageKinds(on('linux', [], '/home/o/Console.AppImage'))).toEqual(['AppImage']);
  expect(packageKinds(on('linux'))).toEqual([]);
});

it('attack: another AppImage starts the console and would be overwritten by its update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-appimage-'));
  const [mount, other] = [join(folder, '.mount_keyops'), join(folder, '.mount_editor')];
  try {
    for (const each of [mount, other, `${mount}2`]) {
      mkdirSync(each);
      writeFileSync(join(each, 'keyops-console'), '');
    }
    symlinkSync(folder, `${folder}.link`);
    const image = '/home/o/Console.AppImage';
    const program = join(mount, 'keyops-console');
    const found = (environment: Record<string, string>, execPath = program) =>
      ownAppImage(environment, execPath);
    expect(found({ APPIMAGE: image, APPDIR: mount })).toBe(image);
    expect(found({ APPIMAGE: image, APPDIR: join(`${folder}.link`, '.mount_keyops') })).toBe(image);
    // The editor's own, as its terminal hands them on to whatever is started there.
    const editor = { APPIMAGE: '/home/o/Editor.AppImage', APPDIR: other };
    expect(found(editor)).toBeUndefined();
    expect(found({ ...editor, APPDIR: mount }, join(`${mount}2`, 'keyops-console'))).toBeUndefined();
    expect(found({ ...editor, APPDIR: join(folder, 'gone') })).toBeUndefined();
    expect(found({ ...editor, APPDIR: '' })).toBeUndefined();
    expect(found({ APPIMAGE: image })).toBeUndefined();
    expect(found({})).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.link`, { force: true });
  }
});

it('compares the package where no program of this user can exchange it, before it is installed', () => {
  const command =
    installCommand('/home/o/updates/keyops-console-1.3.0.deb', wanted('deb'), on('linux')) ?? '';
  const [copy, sum, install] = command.split(' && ');
  expect(copy).toMatch(/^sudo install -o root -m 644 .* \/var\/cache\/keyops-console-1\.3\.0\.deb$/);
  expect(sum).toBe(`echo '${'ab'.repeat(64)}  /var/cache/keyops-console-1.3.0.deb' | sha512sum --check`);
  expect(install).toBe('sudo apt install /var/cache/keyops-console-1.3.0.deb');
});

it.each([
  [['/usr/bin/dnf'], 'dnf install'],
  [['/usr/bin/zypper'], 'zypper install'],
  [[], 'rpm --upgrade'],
] as const)('installs an rpm with what is there: %j', (files, expected) => {
  expect(installCommand('/x/keyops-console-1.3.0.rpm', wanted('rpm'), on('linux', files))).toContain(
    `sudo ${expected} `,
  );
});

it.skipIf(process.platform === 'win32')(
  'attack: a data folder whose name is a command stays one word',
  () => {
    const path = "/tmp/a'; touch /tmp/owned; echo '/keyops-console-1.3.0.deb";
    const command = installCommand(path, wanted('deb'), on('linux')) ?? '';
    const first = command.split(' && ')[0]?.replace('sudo install', 'printf "%s\\n"') ?? '';
    expect(execFileSync('sh', ['-c', first], { encoding: 'utf8' }).split('\n')).toContain(path);
  },
);

it.runIf(process.platform === 'linux')(
  'attack: a data folder whose name reads as another one once a shell has echoed it',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyops-appimage-'));
    try {
      // Echoed by dash or zsh it is `<folder>/a/b`, where the right package lies.
      const [signed, evil] = [join(folder, 'a', 'b'), join(folder, 'a\\057b')];
      mkdirSync(join(folder, 'a'));
      writeFileSync(signed, 'the signed package');
      writeFileSync(evil, 'another one');
      const target = join(folder, "the operator's.AppImage");
      writeFileSync(target, 'what runs today');
      const sha512 = createHash('sha512').update('the signed package').digest('hex');
      const run = (path: string): void => {
        const command = installCommand(path, { ...wanted('AppImage'), sha512 }, on('linux', [], target));
        for (const shell of ['sh', 'bash'])
          execFileSync(shell, ['-c', command ?? 'false'], { stdio: 'ignore' });
      };
      expect(() => run(evil)).toThrow();
      expect(readFileSync(target, 'utf8')).toBe('what runs today');
      run(signed);
      expect(readFileSync(target, 'utf8')).toBe('the signed package');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('opens the system’s installer elsewhere', () => {
  expect(installCommand('/x.dmg', wanted('dmg'), on('darwin'))).toBeNull();
  expect(installCommand('C:\\x.exe', wanted('nsis'), on('win32'))).toBeNull();
});
