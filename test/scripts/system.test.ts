import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '#main/chromium/launch-browser.ts';
import {
  adviceOn,
  familyOf,
  installLine,
  missingBus,
  missingOn,
  thisSystem,
  which,
} from '#scripts/system.mjs';

import { noPostgres } from '#test/fixtures/postgres-server.ts';

const root = join(import.meta.dirname, '../..');
const TOOLS = [
  ...['chromium', 'Xvfb', 'xvfb-run', 'xauth', 'xdotool', 'gnome-keyring-daemon', 'dbus-run-session'],
  ...['dpkg-deb', 'rpmbuild'],
];
const LIBRARIES = ['libsecret-1.so.0', 'libgtk-3.so.0', 'libnss3.so', 'libgbm.so.1', 'libasound.so.2'];
const GROUPS = ['window', 'display', 'keychain', 'electron', 'packages'] as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-system-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A system that has these programs and libraries and no others, with that os-release file. */
function systemWith({ has = [...TOOLS, ...LIBRARIES], release = 'ID=debian', isRoot = false } = {}) {
  const [bin, lib] = ['bin', 'lib'].map((name) => join(folder, name)) as [string, string];
  for (const each of [bin, lib]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each);
  }
  for (const name of has) {
    const path = join(LIBRARIES.includes(name) ? lib : bin, name);
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
  }
  // Its loader knows nothing: what is there is in the folder of libraries.
  writeFileSync(join(bin, 'ldconfig'), '#!/bin/sh\n');
  chmodSync(join(bin, 'ldconfig'), 0o755);
  const file = join(folder, 'os-release');
  writeFileSync(file, `${release}\n`);
  const env = { PATH: bin };
  return {
    platform: 'linux' as const,
    env,
    osRelease: [join(folder, 'none'), file],
    libraries: [lib],
    isRoot,
  };
}

describe.runIf(process.platform === 'linux')('what a system lacks', () => {
  it('is nothing where everything is there', () => {
    expect(missingOn(GROUPS, systemWith())).toEqual([]);
  });

  it.each([...TOOLS, ...LIBRARIES])('is seen and named: %s', (name) => {
    const all = [...TOOLS, ...LIBRARIES];
    const system = systemWith({ has: all.filter((each) => each !== name) });
    const missing = missingOn(GROUPS, system);
    expect(missing).toHaveLength(1);
    expect([...(missing[0]?.programs ?? []), missing[0]?.library]).toContain(name);
    expect(adviceOn(missing, system)).toContain('\n\n  sudo apt-get install -y --no-install-recommends ');
  });

  it('takes any of the browsers that the console would be shown in', () => {
    for (const name of [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'microsoft-edge',
    ]) {
      const system = systemWith({ has: [name] });
      expect(missingOn(['window'], system)).toEqual([]);
      expect(findBrowser(system.env)).toBe(join(folder, 'bin', name));
    }
  });

  it.each([
    [
      'ID=debian\nVERSION_ID="12"',
      'sudo apt-get install -y --no-install-recommends chromium xvfb xauth xdotool gnome-keyring dbus libsecret-1-0 libgtk-3-0 libnss3 libgbm1 libasound2 dpkg rpm',
    ],
    ['ID=debian\nVERSION_ID="13"', 'libgtk-3-0t64 libnss3 libgbm1 libasound2t64'],
    [
      'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"',
      'chromium-browser xvfb xauth xdotool gnome-keyring dbus libsecret-1-0 libgtk-3-0 ',
    ],
    ['ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"', 'libgtk-3-0t64'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="22"', 'libgtk-3-0t64'],
    [
      'ID=fedora\nVERSION_ID=43',
      'sudo dnf install chromium xorg-x11-server-Xvfb xorg-x11-xauth xdotool gnome-keyring /usr/bin/dbus-run-session libsecret gtk3 nss mesa-libgbm alsa-lib dpkg rpm-build',
    ],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install chromium'],
    [
      'ID=arch',
      'sudo pacman -S --needed chromium xorg-server-xvfb xorg-xauth xdotool gnome-keyring dbus libsecret gtk3 nss mesa alsa-lib dpkg rpm-tools',
    ],
    ['ID=manjaro\nID_LIKE=arch', 'sudo pacman'],
    [
      'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"',
      'sudo zypper install chromium xorg-x11-server-Xvfb xvfb-run xauth xdotool gnome-keyring /usr/bin/dbus-run-session libsecret-1-0 libgtk-3-0 mozilla-nss',
    ],
    [
      "ID='alpine'",
      'sudo apk add chromium xvfb xvfb-run xauth xdotool gnome-keyring dbus libsecret gtk+3.0 nss mesa-gbm alsa-lib',
    ],
    [
      'ID=nixos',
      'nix-shell -p chromium xorg.xorgserver xvfb-run xorg.xauth xdotool gnome-keyring dbus libsecret gtk3 nss libgbm alsa-lib',
    ],
  ])('is asked for in that system’s own words: %s', (release, line) => {
    const system = systemWith({ has: [], release });
    expect(installLine(missingOn(GROUPS, system), system)).toContain(line);
  });

  it('is told without a line on a system that is not known, and without a file that says which it is', () => {
    const system = systemWith({ has: [], release: 'ID=plan9' });
    expect(familyOf(system)).toBeUndefined();
    const told = adviceOn(missingOn(GROUPS, system), system);
    expect(told).toContain('Xvfb');
    expect(told).not.toMatch(/sudo|install -/u);
    expect(familyOf({ ...system, osRelease: [] })).toBeUndefined();
  });

  it('never asks root for sudo', () => {
    const system = systemWith({ has: [], isRoot: true });
    expect(installLine(missingOn(GROUPS, system), system)).toMatch(/^apt-get /u);
  });

  it('finds libraries where NixOS names them', () => {
    const system = { ...systemWith({ release: 'ID=nixos' }), libraries: [] };
    expect(missingOn(['electron'], system)).toHaveLength(4);
    const env = { ...system.env, NIX_LD_LIBRARY_PATH: join(folder, 'lib') };
    expect(missingOn(['electron'], { ...system, env })).toEqual([]);
  });

  it('finds a PostgreSQL on the PATH, and where Debian has a folder for each version', () => {
    const without = systemWith();
    const missing = missingOn(['postgres'], without);
    expect(installLine(missing, without)).toBe('sudo apt-get install -y --no-install-recommends postgresql');
    const fedora = systemWith({ release: 'ID=fedora' });
    expect(installLine(missing, fedora)).toBe('sudo dnf install postgresql-server');
    expect(missingOn(['postgres'], systemWith({ has: ['initdb'] }))).toEqual([]);

    const system = systemWith();
    const programs = join(folder, 'lib', 'postgresql', '15', 'bin');
    mkdirSync(programs, { recursive: true });
    // The client's programs alone are no server.
    writeFileSync(join(programs, 'psql'), '');
    expect(missingOn(['postgres'], system)).toHaveLength(1);
    writeFileSync(join(programs, 'initdb'), '');
    expect(missingOn(['postgres'], system)).toEqual([]);
  });

  it.runIf(noPostgres === undefined)('lacks none here: the tests found one', () => {
    expect(missingOn(['postgres'], thisSystem())).toEqual([]);
  });

  it('says that there is no session bus', () => {
    const system = systemWith();
    expect(missingBus(system)).toContain('dbus-run-session -- npm start');
    expect(missingBus({ ...system, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x' } })).toBeUndefined();
    writeFileSync(join(folder, 'bus'), '');
    expect(missingBus({ ...system, env: { XDG_RUNTIME_DIR: folder } })).toBeUndefined();
  });

  it.each(['scripts/test.mjs', 'scripts/start.mjs'])(
    '%s says it, runs nothing as another user, and fails',
    (script) => {
      const bin = join(folder, 'only');
      mkdirSync(bin);
      symlinkSync(process.execPath, join(bin, 'node'));
      writeFileSync(join(bin, 'sudo'), `#!/bin/sh\ntouch ${join(folder, 'sudo-ran')}\n`);
      chmodSync(join(bin, 'sudo'), 0o755);
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script)], {
        encoding: 'utf8',
        // No display: npm start is the tour, which cannot do without.
        env: { PATH: bin, HOME: folder },
      });
      expect(stderr).toContain('This machine lacks ');
      expect(stderr).toContain('Xvfb');
      expect(stderr).not.toContain('    at ');
      expect(status).toBe(1);
      expect(stdout).toBe(script.endsWith('test.mjs') ? '0 passed, 1 failed\n' : '');
      expect(which(['sudo-ran'], { ...thisSystem(), env: { PATH: folder } })).toBeUndefined();
    },
  );
});

describe('macOS and Windows', () => {
  const system = { ...thisSystem(), env: { PATH: '/nowhere' }, osRelease: [], libraries: [], isRoot: false };

  it.each([
    ['darwin', 'brew install --cask chromium'],
    ['win32', 'winget install Google.Chrome'],
  ] as const)('lack nothing but a browser: %s', (platform, line) => {
    const missing = missingOn(GROUPS, { ...system, platform });
    // On a machine that has one of these browsers nothing is missing.
    if (missing.length > 0) expect(installLine(missing, { ...system, platform })).toBe(line);
    expect(missing.length).toBe(findBrowser({}, platform) === undefined ? 1 : 0);
    expect(missingBus({ ...system, platform })).toBeUndefined();
  });
});
