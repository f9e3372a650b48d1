// The deb and the rpm of the program's folder, by the systems' own tools (decision 121). Used by scripts/package.mjs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { SIZES } from './icons.mjs';
import { fail, root } from './prepare.mjs';

const HOME = 'opt/keyops-console';
const resources = join(root, 'resources/packaging/linux');

/** @typedef {{ version: string, description: string, date: Date }} Release */

/** The libraries that Electron's binary and the keychain need, as Debian and as Fedora call them. */
const NEEDS = {
  deb: 'libgtk-3-0 | libgtk-3-0t64, libnss3, libgbm1, libasound2 | libasound2t64, libsecret-1-0',
  rpm: ['gtk3', 'nss', 'mesa-libgbm', 'alsa-lib', 'libsecret'],
};
/** As the two systems call our architectures. */
const ARCH = /** @type {Record<string, { deb: string, rpm: string }>} */ ({
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
});

/** Where a shell finds what completes `keyops`: zsh elsewhere on Debian than on Fedora. */
const COMPLETIONS = {
  bash: ['usr/share/bash-completion/completions/keyops'],
  zsh: ['usr/share/zsh/vendor-completions/_keyops', 'usr/share/zsh/site-functions/_keyops'],
  fish: ['usr/share/fish/vendor_completions.d/keyops.fish'],
};

/** Runs a tool; ends the program with the tool's own words when it fails. @param {string} tool @param {readonly string[]} args */
function run(tool, args, environment = {}) {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 28,
  });
  if (status !== 0) fail(`${tool} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  return stdout;
}

/** What both packages say when they are removed: what stays, and where. */
const farewell = () => readFileSync(join(resources, 'farewell'), 'utf8');

/**
 * Lays out everything that both packages install, below a folder: the program, its link, and what desktops read.
 * @param {string} folder the program's folder @param {string} icons @param {string} tree @param {Release} release
 */
function layOut(folder, icons, tree, { version, date }) {
  rmSync(tree, { recursive: true, force: true });
  const put = (/** @type {string} */ to, /** @type {string | Buffer} */ content) => {
    mkdirSync(join(tree, to, '..'), { recursive: true });
    writeFileSync(join(tree, to), content);
  };
  const text = (/** @type {string} */ name) =>
    readFileSync(join(resources, name), 'utf8')
      .replaceAll('@VERSION@', version)
      .replaceAll('@DATE@', date.toISOString().slice(0, 10));
  mkdirSync(join(tree, HOME), { recursive: true });
  cpSync(folder, join(tree, HOME), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync(`/${HOME}/keyops-console`, join(tree, 'usr/bin/keyops-console'));
  put('usr/bin/keyops', text('keyops'));
  chmodSync(join(tree, 'usr/bin/keyops'), 0o755);
  put('usr/share/applications/keyops-console.desktop', text('keyops-console.desktop'));
  put('usr/share/metainfo/com.keyops.console.metainfo.xml', text('com.keyops.console.metainfo.xml'));
  put('usr/share/mime/packages/keyops-console.xml', text('keyops-console.xml'));
  put('usr/share/polkit-1/actions/com.keyops.console.policy', text('com.keyops.console.policy'));
  for (const page of ['keyops-console.1', 'keyops.1'])
    put(`usr/share/man/man1/${page}.gz`, gzipSync(text(page), { level: 9 }));
  for (const [shell, places] of Object.entries(COMPLETIONS)) {
    const completion = run(process.execPath, [join(root, 'out/main/keyops.js'), 'completion', shell]);
    for (const place of places) put(place, completion);
  }
  put(
    'usr/share/icons/hicolor/scalable/apps/keyops-console.svg',
    readFileSync(join(root, 'resources/icon.svg')),
  );
  for (const size of SIZES.filter((some) => some <= 512)) {
    put(
      `usr/share/icons/hicolor/${size}x${size}/apps/keyops-console.png`,
      readFileSync(join(icons, `${size}x${size}.png`)),
    );
  }
  settle(tree);
}

/** Gives every file the mode that it is installed with; Chromium's sandbox needs the SUID bit. @param {string} tree */
function settle(tree) {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, entry.name === 'chrome-sandbox' ? 0o4755 : runs ? 0o755 : 0o644);
  }
}

/**
 * Builds the deb. The same folder and date give the same bytes.
 * @param {string} folder @param {string} icons @param {string} output
 * @param {Release & { packed?: boolean }} release packed: false for one that is only looked into
 * @returns its path
 */
export function buildDeb(folder, icons, output, release) {
  const tree = join(output, 'deb');
  layOut(folder, icons, tree, release);
  mkdirSync(join(tree, 'etc/apparmor.d'), { recursive: true });
  cpSync(join(resources, 'apparmor'), join(tree, 'etc/apparmor.d/keyops-console'));
  const docs = join(tree, 'usr/share/doc/keyops-console');
  mkdirSync(docs, { recursive: true });
  cpSync(join(resources, 'copyright'), join(docs, 'copyright'));
  settle(tree);
  const arch = ARCH[process.arch]?.deb ?? process.arch;
  const bytes = filesBelow(tree).reduce((sum, path) => sum + lstatSync(path).size, 0);
  const control = [
    'Package: keyops-console',
    `Version: ${release.version}`,
    `Architecture: ${arch}`,
    'Section: utils',
    'Priority: optional',
    'Maintainer: The KeyOps Console authors <maintainers@keyops.invalid>',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${NEEDS.deb}`,
    'Recommends: gnome-keyring | kwalletmanager | keepassxc, libnotify4, xdg-utils',
    `Description: ${release.description}`,
    ' Stamps requests with API keys in the keychain of the system, and signs',
    ' transactions with the keys of a hosted key-management service.',
    '',
  ];
  mkdirSync(join(tree, 'DEBIAN'));
  writeFileSync(join(tree, 'DEBIAN/control'), control.join('\n'));
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/apparmor.d/keyops-console\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    const text = readFileSync(join(resources, script), 'utf8').replace('# farewell\n', () => farewell());
    writeFileSync(join(tree, 'DEBIAN', script), text, { mode: 0o755 });
  }
  const file = join(output, `keyops-console_${release.version}_${arch}.deb`);
  const compression = release.packed === false ? ['-Znone'] : ['-Zxz', '-z1'];
  run('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, file], {
    SOURCE_DATE_EPOCH: String(release.date.getTime() / 1000),
  });
  rmSync(tree, { recursive: true, force: true });
  return file;
}

/**
 * Builds the rpm. Its tools would strip the binaries and with that take the sandbox's SUID bit.
 * @param {string} folder @param {string} icons @param {string} output @param {Release} release
 * @returns its path
 */
export function buildRpm(folder, icons, output, release) {
  const tree = join(output, 'rpm-tree');
  layOut(folder, icons, tree, release);
  const arch = ARCH[process.arch]?.rpm ?? process.arch;
  const files = filesBelow(tree).map((path) => `/${relative(tree, path)}`);
  const spec = [
    '%global __strip /bin/true',
    '%global __brp_mangle_shebangs /bin/true',
    '%global debug_package %{nil}',
    '%global _binary_payload w3.zstdio',
    '%global _build_id_links none',
    '%global use_source_date_epoch_as_buildtime 1',
    '%global clamp_mtime_to_source_date_epoch 1',
    '%global _buildhost reproducible',
    '%global source_date_epoch_from_changelog 0',
    'Name: keyops-console',
    `Version: ${release.version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${release.description.replace(/\.$/u, '')}`,
    'License: Apache-2.0',
    'AutoReqProv: no',
    `Requires: ${NEEDS.rpm.join(', ')}`,
    '%description',
    'Stamps requests with API keys in the keychain of the system, and signs transactions with the keys of a hosted',
    'key-management service.',
    '%install',
    `cp -a "${tree}/." "%{buildroot}"`,
    '%files',
    '%defattr(-, root, root, -)',
    `%attr(4755, root, root) /${HOME}/chrome-sandbox`,
    ...files.filter((path) => !path.endsWith('/chrome-sandbox')).map((path) => `"${path}"`),
    '%preun',
    'if [ "$1" = 0 ]; then',
    farewell(),
    'fi',
    '',
  ];
  const top = join(output, 'rpm');
  mkdirSync(top, { recursive: true });
  writeFileSync(join(top, 'keyops-console.spec'), spec.join('\n'));
  const defined = Object.entries({
    _topdir: top,
    _rpmdir: output,
    _rpmfilename: '%%{NAME}-%%{VERSION}.%%{ARCH}.rpm',
  }).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  run('rpmbuild', ['-bb', '--target', arch, ...defined, join(top, 'keyops-console.spec')], {
    SOURCE_DATE_EPOCH: String(release.date.getTime() / 1000),
  });
  rmSync(top, { recursive: true, force: true });
  rmSync(tree, { recursive: true, force: true });
  return join(output, `keyops-console-${release.version.replaceAll('-', '~')}.${arch}.rpm`);
}

/** Every file and link below a folder, sorted. @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** A digest over what a deb installs and how, however it is compressed. @param {string} file */
export function debDigest(file) {
  const hash = createHash('sha256');
  for (const part of ['--ctrl-tarfile', '--fsys-tarfile']) {
    const { stdout } = spawnSync('dpkg-deb', [part, file], { maxBuffer: 1 << 30 });
    hash.update(stdout);
  }
  return hash.digest('hex');
}

/** What `dpkg-deb` and `rpm` say of a package's sandbox: mode and owner. @param {string} file */
export function sandboxMode(file) {
  const listed = file.endsWith('.deb') ? run('dpkg-deb', ['-c', file]) : run('rpm', ['-qplv', file]);
  const line = listed.split('\n').find((some) => some.endsWith('/chrome-sandbox')) ?? '';
  return /^-rwsr-xr-x\b.*\broot\b/u.test(line);
}
