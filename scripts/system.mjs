// What the programs of this repository need of the system they run on: how to tell that it is there, and how each kind of system
// calls it. Node's own modules only. Everything is asked of a `System`, so that tests can give one.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/**
 * @typedef {{ platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>, osRelease: readonly string[],
 *   libraries: readonly string[], isRoot: boolean }} System
 *   osRelease: where to look for the file; libraries: folders that the system's loader looks into
 * @typedef {'debian' | 'fedora' | 'arch' | 'suse' | 'alpine' | 'nixos' | 'macos' | 'windows'} Family
 * @typedef {'window' | 'display' | 'keychain' | 'electron' | 'packages' | 'token' | 'postgres' | 'shell'} Group
 * @typedef {{ what: string, programs?: readonly string[], versioned?: string, library?: string, files?: readonly string[],
 *   packages: Partial<Record<Family, string>> }} Need one of its programs, its library, or one of its files
 *   versioned: below a folder of libraries, where each version has its programs in a folder of its own, out of the PATH
 */

/** This computer. @returns {System} */
export const thisSystem = () => ({
  platform: process.platform,
  env: process.env,
  osRelease: ['/etc/os-release', '/usr/lib/os-release'],
  libraries: ['/lib', '/usr/lib', '/lib64', '/usr/lib64', '/usr/local/lib'],
  isRoot: process.getuid?.() === 0,
});

/** The first of the programs that is on the PATH, or undefined. @param {readonly string[]} names @param {System} [system] */
export function which(names, { platform, env } = thisSystem()) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const endings = platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const name of names) {
    for (const folder of folders) {
      for (const ending of endings) {
        const file = join(folder, name + ending);
        if (existsSync(file) && statSync(file).isFile()) return file;
      }
    }
  }
  return undefined;
}

const CHROME = /** @type {const} */ ({
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
});

/** The same name, or a list in the order of the systems that have packages of their own. @param {string} names */
function named(names) {
  const [debian = '', fedora, arch, suse, alpine, nixos] = names.split(/ *\| */u);
  const all = { debian, fedora, arch, suse, alpine, nixos };
  return Object.fromEntries(Object.entries(all).map(([family, name]) => [family, name ?? debian]));
}

/** A row: what it is, how it is found, and its package on Debian, Fedora, Arch, SUSE, Alpine, NixOS (the first one where left out). */
const NEEDS = /** @type {Readonly<Record<Group, readonly Need[]>>} */ ({
  window: [
    {
      what: 'Chrome or Chromium',
      programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
      files: [...CHROME.darwin, ...CHROME.win32],
      packages: { ...named('chromium'), macos: '--cask chromium', windows: 'Google.Chrome' },
    },
  ],
  display: [
    {
      what: 'Xvfb, a virtual screen',
      programs: ['Xvfb'],
      packages: named(
        'xvfb | xorg-x11-server-Xvfb | xorg-server-xvfb | xorg-x11-server-Xvfb | xvfb | xorg.xorgserver',
      ),
    },
    {
      what: 'xvfb-run',
      programs: ['xvfb-run'],
      packages: named('xvfb | xorg-x11-server-Xvfb | xorg-server-xvfb | xvfb-run | xvfb-run | xvfb-run'),
    },
    {
      what: 'xauth',
      programs: ['xauth'],
      packages: named('xauth | xorg-x11-xauth | xorg-xauth | xauth | xauth | xorg.xauth'),
    },
    // Moves the screen's own pointer, for the tests of the approval surface.
    { what: 'xdotool', programs: ['xdotool'], packages: named('xdotool') },
  ],
  keychain: [
    {
      what: 'gnome-keyring-daemon, a keyring',
      programs: ['gnome-keyring-daemon'],
      packages: named('gnome-keyring'),
    },
    {
      what: 'dbus-run-session, a session bus',
      programs: ['dbus-run-session'],
      packages: named('dbus | /usr/bin/dbus-run-session | dbus | /usr/bin/dbus-run-session | dbus | dbus'),
    },
    {
      what: 'libsecret',
      library: 'libsecret-1.so.0',
      packages: named('libsecret-1-0 | libsecret | libsecret | libsecret-1-0 | libsecret | libsecret'),
    },
  ],
  electron: [
    {
      what: 'GTK 3',
      library: 'libgtk-3.so.0',
      packages: named('libgtk-3-0 | gtk3 | gtk3 | libgtk-3-0 | gtk+3.0 | gtk3'),
    },
    {
      what: 'NSS',
      library: 'libnss3.so',
      packages: named('libnss3 | nss | nss | mozilla-nss | nss | nss'),
    },
    {
      what: 'GBM',
      library: 'libgbm.so.1',
      packages: named('libgbm1 | mesa-libgbm | mesa | libgbm1 | mesa-gbm | libgbm'),
    },
    {
      what: 'ALSA',
      library: 'libasound.so.2',
      packages: named('libasound2 | alsa-lib | alsa-lib | libasound2 | alsa-lib | alsa-lib'),
    },
  ],
  token: [
    {
      what: 'SoftHSM, a PKCS #11 token',
      programs: ['softhsm2-util'],
      packages: named('softhsm2 | softhsm | softhsm | softhsm | softhsm | softhsm'),
    },
  ],
  postgres: [
    {
      what: 'PostgreSQL, a database server',
      programs: ['initdb'],
      // Debian's way.
      versioned: 'postgresql',
      packages: named(
        'postgresql | postgresql-server | postgresql | postgresql-server | postgresql | postgresql',
      ),
    },
  ],
  shell: [
    {
      what: 'Chromium’s headless shell',
      programs: ['chromium-headless-shell'],
      packages: { debian: 'chromium-headless-shell' },
    },
  ],
  packages: [
    { what: 'dpkg-deb', programs: ['dpkg-deb'], packages: named('dpkg') },
    {
      what: 'rpmbuild',
      programs: ['rpmbuild'],
      packages: named('rpm | rpm-build | rpm-tools | rpm-build | rpm | rpm'),
    },
  ],
});

/** What installs packages, and with which words. */
const INSTALL = /** @type {Readonly<Record<Family, string>>} */ ({
  debian: 'apt-get install -y --no-install-recommends',
  fedora: 'dnf install',
  arch: 'pacman -S --needed',
  suse: 'zypper install',
  alpine: 'apk add',
  nixos: 'nix-shell -p',
  macos: 'brew install',
  windows: 'winget install',
});
/** They ask for no more than the user's own rights. */
const WITHOUT_SUDO = ['nixos', 'macos', 'windows'];
const NOTES = /** @type {Partial<Record<Family, string>>} */ ({
  alpine: 'Electron is built for glibc and does not run on Alpine: npm start -- --chromium does.',
  fedora: 'On RHEL and its relatives chromium, xdotool and Xvfb come from EPEL and CRB.',
  nixos:
    'Then run the command again in that shell. Libraries are found where LD_LIBRARY_PATH or NIX_LD_LIBRARY_PATH names their folders.',
});

/** The fields of an os-release file, unquoted. @param {string} text @returns {Record<string, string>} */
const fieldsOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(["']?)(.*?)\2\s*$/gmu)].map(([, name = '', , value = '']) => [
      name,
      value,
    ]),
  );

/** @param {System} system */
function release({ osRelease }) {
  const file = osRelease.find((path) => existsSync(path));
  return file === undefined ? {} : fieldsOf(readFileSync(file, 'utf8'));
}

/** What kind of system this is, or undefined for one that is not known here. @param {System} system @returns {Family | undefined} */
export function familyOf(system) {
  if (system.platform === 'darwin') return 'macos';
  if (system.platform === 'win32') return 'windows';
  const fields = release(system);
  const ids = [fields['ID'] ?? '', ...(fields['ID_LIKE'] ?? '').split(/\s+/u)];
  const known = /** @type {Readonly<Record<string, Family>>} */ ({
    ...{ debian: 'debian', ubuntu: 'debian', fedora: 'fedora', rhel: 'fedora', centos: 'fedora' },
    ...{ arch: 'arch', suse: 'suse', opensuse: 'suse', alpine: 'alpine', nixos: 'nixos' },
  });
  const family = ids.map((id) => known[id.replace(/^opensuse-.*$/u, 'suse')]).find(Boolean);
  return family;
}

/** @param {string} name @param {System} system */
function hasLibrary(name, system) {
  const ldconfig =
    which(['ldconfig'], system) ?? (system.libraries.length > 0 ? '/sbin/ldconfig' : undefined);
  if (ldconfig !== undefined && existsSync(ldconfig)) {
    const { stdout } = spawnSync(ldconfig, ['-p'], { encoding: 'utf8' });
    if ((stdout ?? '').includes(name)) return true;
  }
  const named = ['LD_LIBRARY_PATH', 'NIX_LD_LIBRARY_PATH'].flatMap((variable) =>
    (system.env[variable] ?? '').split(':'),
  );
  return [...system.libraries, ...named]
    .filter((folder) => folder !== '' && existsSync(folder))
    .some((folder) =>
      // Debian's relatives have a folder for each architecture below it.
      [
        folder,
        ...readdirSync(folder)
          .filter((below) => below.endsWith('-linux-gnu'))
          .map((below) => join(folder, below)),
      ].some((place) => existsSync(join(place, name))),
    );
}

/** Whether any version of a program that has several is there. @param {Need} need @param {System} system */
const hasVersion = ({ programs = [], versioned }, { libraries }) =>
  versioned !== undefined &&
  libraries
    .map((folder) => join(folder, versioned))
    .filter((folder) => existsSync(folder))
    .some((folder) =>
      readdirSync(folder).some((version) =>
        programs.some((name) => existsSync(join(folder, version, 'bin', name))),
      ),
    );

/** What of these groups is missing on a system. @param {readonly Group[]} groups @param {System} system @returns {Need[]} */
export function missingOn(groups, system) {
  const linux = system.platform === 'linux';
  // macOS and Windows have screens, a keychain and Electron's libraries of their own.
  const asked = groups.filter((group) => linux || group === 'window');
  return asked
    .flatMap((group) => NEEDS[group])
    .filter((need) => {
      const { programs = [], library, files = [] } = need;
      if (library !== undefined) return !hasLibrary(library, system);
      if (hasVersion(need, system)) return false;
      return which(programs, system) === undefined && !files.some((file) => existsSync(file));
    });
}

/** The packages that hold what is missing, as this system calls them. @param {readonly Need[]} missing @param {System} system */
export function packagesFor(missing, system) {
  const family = familyOf(system);
  if (family === undefined) return [];
  const names = missing.map(({ packages }) => packages[family]).filter((name) => name !== undefined);
  return [...new Set(names.map((name) => (family === 'debian' ? debianName(name, system) : name)))];
}

/** Ubuntu 24.04 and Debian 13 renamed the libraries with a new time_t; Ubuntu's Chromium has another name. @param {string} name @param {System} system */
function debianName(name, system) {
  const { ID, ID_LIKE = '', VERSION_ID = '0' } = release(system);
  const ubuntu = ID === 'ubuntu' || ID_LIKE.split(' ').includes('ubuntu');
  if (name === 'chromium') return ubuntu ? 'chromium-browser' : name;
  // Mint counts its own way: 22 is Ubuntu 24.04.
  const renamed = Number.parseFloat(VERSION_ID) >= (ID === 'ubuntu' ? 24.04 : ubuntu ? 22 : 13);
  return renamed && ['libgtk-3-0', 'libasound2'].includes(name) ? `${name}t64` : name;
}

/** The line that installs what is missing, or undefined on a system that is not known. @param {readonly Need[]} missing @param {System} system */
export function installLine(missing, system) {
  const family = familyOf(system);
  const packages = packagesFor(missing, system);
  if (family === undefined || packages.length === 0) return undefined;
  const sudo = WITHOUT_SUDO.includes(family) || system.isRoot ? '' : 'sudo ';
  return `${sudo}${INSTALL[family]} ${packages.join(' ')}`;
}

/** What is missing and how to get it, in words; nothing is run. @param {readonly Need[]} missing @param {System} system */
export function adviceOn(missing, system) {
  const what = `This machine lacks ${missing.map((need) => need.what).join('; ')}.`;
  const line = installLine(missing, system);
  if (line === undefined)
    return `${what} Install it with your system’s package manager, then run this again.\n`;
  const family = familyOf(system);
  const note = family === undefined ? undefined : NOTES[family];
  return `${what} Run once:\n\n  ${line}\n${note === undefined ? '' : `\n${note}\n`}`;
}

/** Why programs of this user find no session bus, in words; undefined where there is one. @param {System} system */
export function missingBus({ platform, env }) {
  if (platform !== 'linux' || env['DBUS_SESSION_BUS_ADDRESS']) return undefined;
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime && existsSync(join(runtime, 'bus'))) return undefined;
  return 'No session bus runs for this user, and the keyring is reached over it: the console will find no keychain. Log in to a desktop, or start one for this run: dbus-run-session -- npm start';
}
