// The program's folder as it is installed: electron-builder's, with the fuses set. Used by scripts/package.mjs.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createPackageWithOptions, extractFile, listPackage, statFile, uncache } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import builder from 'electron-builder';
import { root } from './prepare.mjs';

/** What each fuse is set to: nothing that starts another program in ours, or loads code from outside the asar. */
const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/** The name by which the wire holds a fuse. @param {string} name */
const wireName = (name) =>
  /** @type {keyof typeof FuseV1Options} */ (`${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/** Not in the asar: the Chromium window, what a package compiles from, and prebuilds of other systems. */
const LEFT_OUT = [
  'out/main/chromium*.js',
  'out/main/inspect.js',
  'out/main/keyops.js',
  // For a service on a server, with a key in a PKCS #11 token (decision 229).
  'out/main/token-process.js',
  'node_modules/{koffi,@koromix}/**',
  'node_modules/**/*.{md,markdown,map,ts,mts,cts,gyp,yml,yaml,sh,bnf}',
  'node_modules/**/{spec,fixtures,test,tests,benchmark,benchmarks,examples,docs,.github,.vscode,.nyc_output}/**',
  'node_modules/@photostructure/sqlite/{src,scripts}/**',
  // The main side requires modules of CommonJS; these are the same once more.
  'node_modules/{@photostructure/sqlite,toad-cache}/dist/*.mjs',
  'node_modules/fast-deep-equal/es6/**',
  'node_modules/tiny-secp256k1/lib/{*.js,cjs/*.browser.cjs}',
  'node_modules/uint8array-tools/src/{mjs/**,cjs/browser.cjs}',
  'node_modules/dequal/**/*.mjs',
  'node_modules/keytar/{src,script}/**',
  // What these packages are tested, built and checked with.
  'node_modules/ajv/lib/**',
  'node_modules/fastify/{build,integration,scripts}/**',
  'node_modules/**/{eslint.config.js,.taprc,.prettierignore,.editorconfig,.eslintignore}',
  'node_modules/**/{test,bench,benchmark,example}.js',
  'node_modules/pino/{browser.js,favicon.ico,index.html,bin.js}',
  'node_modules/pino/build/**',
  'node_modules/semver/bin/**',
  'node_modules/node-addon-api/**',
  'node_modules/**/prebuilds/!(${platform}-${arch})/**',
  'node_modules/**/prebuilds/**/*.musl.node',
];

/**
 * Copies a runtime without its own program, which the builder takes for a file and the fuses make unreachable.
 * @param {string} runtime @param {string} copy
 */
export function copyRuntime(runtime, copy) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(runtime, copy, { recursive: true, verbatimSymlinks: true });
  rmSync(join(copy, 'resources/default_app.asar'), { recursive: true, force: true });
}

/**
 * Builds into `output` what the targets are: a folder, or the system's packages.
 * @param {{ runtime?: string, output: string, icons: string, licenses: string, targets?: readonly string[], mark?: string }} options
 *   runtime: a folder with Electron; its own download where undefined
 *   mark: a folder with the file that makes a build for tests of it (see copyForTests)
 */
export async function buildPackages({ runtime, output, icons, licenses, targets = ['dir'], mark }) {
  await builder.build({
    projectDir: root,
    publish: 'never',
    ...{ [targetName()]: [...targets] },
    config: {
      appId: 'com.keyops.console',
      productName: 'KeyOps Console',
      copyright: 'Copyright 2026 The KeyOps Console authors',
      directories: { output, buildResources: icons },
      npmRebuild: false,
      ...(runtime === undefined ? {} : { electronDist: runtime, electronVersion: versionOf(runtime) }),
      electronLanguages: ['en-US'],
      electronFuses: FUSES,
      asar: { smartUnpack: false },
      asarUnpack: ['**/*.node'],
      files: [
        'out/main/**',
        'out/preload/{index,approval}.cjs',
        'out/renderer/**',
        ...LEFT_OUT.map((path) => `!${path}`),
        ...(mark === undefined ? [] : [{ from: mark, to: '.' }]),
      ],
      extraMetadata: { desktopName: 'keyops-console.desktop' },
      extraFiles: [
        { from: join(root, 'LICENSE'), to: beside('LICENSE.txt') },
        { from: join(root, 'NOTICE'), to: beside('NOTICE.txt') },
        { from: licenses, to: beside('THIRD-PARTY-LICENSES.txt') },
      ],
      linux: { executableName: 'keyops-console', icon: icons, category: 'Office' },
      mac: {
        icon: join(icons, 'icon.icns'),
        category: 'public.app-category.finance',
        hardenedRuntime: true,
        entitlements: join(root, 'resources/packaging/mac/entitlements.plist'),
        entitlementsInherit: join(root, 'resources/packaging/mac/entitlements.plist'),
        // With APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD and APPLE_TEAM_ID in the environment.
        notarize: process.env['APPLE_ID'] !== undefined,
      },
      win: { icon: join(icons, 'icon.ico'), executableName: 'KeyOps Console' },
      nsis: { oneClick: false, perMachine: true, deleteAppDataOnUninstall: false },
    },
  });
}

/** The version of Electron in a folder, without the "v" that some have. @param {string} runtime */
const versionOf = (runtime) => readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/u, '');

/** Where a file of the program's folder lies: on macOS the bundle has a place for such. @param {string} name */
const beside = (name) => (process.platform === 'darwin' ? `Resources/${name}` : name);

/** The builder's word for this system. */
const targetName = () =>
  /** @type {Partial<Record<NodeJS.Platform, string>>} */ ({ darwin: 'mac', win32: 'win' })[
    process.platform
  ] ?? 'linux';

/** The folder that the builder made in `output`, the program in it, and its asar. @param {string} output */
export function findProgram(output) {
  if (process.platform === 'darwin') {
    const folder = join(
      output,
      process.arch === 'arm64' ? 'mac-arm64' : 'mac',
      'KeyOps Console.app/Contents',
    );
    return {
      folder,
      program: join(folder, 'MacOS/KeyOps Console'),
      asar: join(folder, 'Resources/app.asar'),
    };
  }
  const windows = process.platform === 'win32';
  const arch = process.arch === 'x64' ? '' : `${process.arch}-`;
  const folder = join(output, `${windows ? 'win' : 'linux'}-${arch}unpacked`);
  return {
    folder,
    program: join(folder, windows ? 'KeyOps Console.exe' : 'keyops-console'),
    asar: join(folder, 'resources/app.asar'),
  };
}

/**
 * Reads the fuses back out of a program. @param {string} program
 * @returns {Promise<string[]>} those that are not as they should be, by name
 */
export async function wrongFuses(program) {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(FUSES)
    .filter(([name, on]) => {
      const state = wire[FuseV1Options[wireName(name)]];
      return state !== (on ? '1' : '0').charCodeAt(0);
    })
    .map(([name]) => name);
}

/** The files of an asar, and which of them lie beside it. @param {string} asar */
export function filesOfAsar(asar) {
  const files = listPackage(asar, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(asar, path)));
  return { files, unpacked: files.filter((path) => 'unpacked' in statFile(asar, path)) };
}

/**
 * Marks a copy of the program for tests: it alone takes `--remote-debugging-port` (src/main/electron/refuse-start.ts). Linux
 * only: elsewhere the program knows the digest of its asar, and is built once more with the mark.
 * @param {string} folder the shipped folder @param {string} copy
 */
export async function copyForTests(folder, copy) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const asar = join(copy, 'resources/app.asar');
  const content = `${copy}-content`;
  rmSync(content, { recursive: true, force: true });
  for (const file of filesOfAsar(asar).files) {
    const to = join(content, file);
    mkdirSync(join(to, '..'), { recursive: true });
    writeFileSync(to, extractFile(asar, file));
  }
  writeFileSync(join(content, 'for-tests'), '');
  await createPackageWithOptions(content, `${asar}.new`, { unpack: '**/*.node' });
  rmSync(content, { recursive: true, force: true });
  rmSync(`${asar}.unpacked`, { recursive: true, force: true });
  if (existsSync(`${asar}.new.unpacked`)) renameSync(`${asar}.new.unpacked`, `${asar}.unpacked`);
  renameSync(`${asar}.new`, asar);
  // The library remembers what it read of a path.
  uncache(asar);
}
