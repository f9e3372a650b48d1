// `npm run package`: builds what is installed and proves what is said of it. On Linux: the folder, the deb and the rpm, each
// looked into, started, installed and removed. Prints a table of what was proven; ends with 1 when a line of it was not.
// `-- --targets dmg,zip` builds electron-builder's packages instead, for the release workflow of that system.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { extractFile } from '@electron/asar';
import { ensureBuild, rebuild } from './build.mjs';
import { withBundle } from './bundle.mjs';
import { electronVersion, obtainElectron } from './find-electron.mjs';
import { writeIcons } from './icons.mjs';
import { licensesText, shippedPackages, unknownLicenses } from './licenses.mjs';
import {
  buildPackages,
  copyForTests,
  copyRuntime,
  filesOfAsar,
  findProgram,
  wrongFuses,
} from './package-folder.mjs';
import { buildDeb, buildRpm, debDigest, sandboxMode } from './package-linux.mjs';
import { buildMsix } from './package-msix.mjs';
import { cleanRootProblem, proveInstalled } from './package-installed.mjs';
import { ensureNodeModules, ensureSystemPackages, fail, root, say } from './prepare.mjs';
import { runPrivately } from './private-session.mjs';
import { which } from './system.mjs';

const dist = join(root, 'dist');
const asRoot = process.getuid?.() === 0;
/** What the program keeps in its data folder; DevToolsActivePort is the build for tests. */
const OWN_FILES =
  /^(console\.db.*|journal\..*|lock.*|opens-with-screens|service|logs|Singleton.*|DevToolsActivePort|lockfile)$/u;
const wanted = process.argv[process.argv.indexOf('--targets') + 1];
const targets = process.argv.includes('--targets') ? (wanted ?? '').split(',') : undefined;

/** Whether a row that cannot be proven here fails the run, as in the workflows. */
const complete = process.argv.includes('--complete');

/** @type {{ what: string, state: 'yes' | 'no' | 'skipped', detail: string }[]} */
const table = [];
/** @param {string} what @param {boolean} held @param {string} [detail] */
function prove(what, held, detail = '') {
  table.push({ what, state: held ? 'yes' : 'no', detail });
  say(`${held ? 'ok    ' : 'FAILED'} ${what}${detail === '' ? '' : `: ${detail}`}`);
}
/** A row that nothing can be said of on this machine. @param {string} what @param {string} why */
function skip(what, why) {
  if (complete) return prove(what, false, why);
  table.push({ what, state: 'skipped', detail: why });
  say(`skipped ${what}: ${why}`);
}
const megabytes = (/** @type {string} */ file) => `${(statSync(file).size / 1e6).toFixed(1)} MB`;
const digest = (/** @type {string | Buffer} */ content) => createHash('sha256').update(content).digest('hex');

ensureNodeModules();
const electron = obtainElectron();
if (electron === undefined) fail('There is no Electron to package (ELECTRON_OVERRIDE_DIST_PATH names one).');
ensureBuild();
mkdirSync(dist, { recursive: true });

const icons = join(dist, 'icons');
await writeIcons(icons);
const licenses = join(dist, 'THIRD-PARTY-LICENSES.txt');
const packages = shippedPackages();
writeFileSync(licenses, licensesText(packages));
const unknown = unknownLicenses(packages).map(({ name }) => name);
prove(
  'Every shipped package has a known license',
  unknown.length === 0,
  unknown.join(', ') || `${packages.length} packages`,
);

await writeSbom(packages.length);

if (targets !== undefined) {
  const release = join(dist, 'release');
  const others = targets.filter((target) => target !== 'msix');
  await buildPackages({ output: release, icons, licenses, targets: others });
  await proveFolder(findProgram(release));
  if (others.length < targets.length) {
    const file = buildMsix(findProgram(release).folder, icons, release, currentRelease());
    if (file === undefined) skip('The MSIX is built', 'the Windows SDK is not installed');
    else prove('The MSIX is built', true, `${basename(file)}, ${megabytes(file)}`);
  }
  if (process.platform !== 'linux') await proveElsewhere();
} else if (process.platform === 'linux') await packageLinux(dirname(electron));
else fail('On this system say what to build: npm run package -- --targets dmg,zip (or nsis,msix).');
finish();

/** Writes the bill of materials, for this folder and beside the packages. @param {number} shipped how many packages there are */
async function writeSbom(shipped) {
  const { sbomFault, currentSbom } = await import('./sbom.mjs');
  const text = currentSbom(currentRelease(), electronVersion(process.env));
  writeFileSync(join(dist, 'sbom.cdx.json'), text);
  const { components } = JSON.parse(text);
  const fault =
    (await sbomFault(text)) ?? (components.length === shipped + 1 ? '' : `${components.length} components`);
  prove(
    'The SBOM lists every shipped package and Electron, as CycloneDX’s schema wants it',
    fault === '',
    fault || `${components.length} components`,
  );
}

/** What the packages say of this release. */
function currentRelease() {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { version, description, date: releaseDate() };
}

/** @param {string} runtime the folder of an Electron */
async function packageLinux(runtime) {
  ensureSystemPackages(['keychain', 'display', 'electron']);
  ensureSystemPackages(['packages'], { optional: true });
  const copy = join(dist, 'runtime');
  copyRuntime(runtime, copy);
  const built = { runtime: copy, icons, licenses };
  await buildPackages({ ...built, output: join(dist, 'first') });
  const shipped = findProgram(join(dist, 'first'));
  await proveFolder(shipped);
  await proveSameBytes(shipped.asar, () => buildPackages({ ...built, output: join(dist, 'second') }));
  proveRefusals(shipped.program);

  const tested = join(dist, 'for-tests');
  await copyForTests(shipped.folder, tested);
  proveMark(shipped.asar, join(tested, 'resources/app.asar'));
  proveFlow('The main flow runs in the packed program', await runFlow(join(tested, 'keyops-console')));

  const release = currentRelease();
  for (const [kind, tool, build] of /** @type {const} */ ([
    ['deb', 'dpkg-deb', buildDeb],
    ['rpm', 'rpmbuild', buildRpm],
  ])) {
    if (which([tool]) === undefined) {
      skip(`The ${kind} is built`, `${tool} is missing`);
      continue;
    }
    const file = build(shipped.folder, icons, dist, release);
    prove(
      `The ${kind} is built`,
      true,
      `${basename(file)}, ${megabytes(file)}, sha256 ${digest(readFileSync(file))}`,
    );
    prove(`The ${kind} installs Chromium's sandbox as root's, mode 4755`, sandboxMode(file));
    if (kind === 'deb') await proveDeb(file, tested, release);
  }
}

/** Shows that a build for tests is the shipped one with its mark, byte for byte. @param {string} shipped @param {string} tested */
function proveMark(shipped, tested) {
  const packed = new Set(filesOfAsar(shipped).files);
  const { files } = filesOfAsar(tested);
  const other = files.filter(
    (file) => !packed.has(file) || !extractFile(tested, file).equals(extractFile(shipped, file)),
  );
  const same = files.length === packed.size + 1 && other.join() === 'for-tests';
  prove('The build for tests is the shipped one with one file more', same, other.join(', '));
}

/** On macOS and Windows: the shipped program refuses, and one that is built with the mark runs the main flow. */
async function proveElsewhere() {
  proveRefusals(findProgram(join(dist, 'release')).program);
  const mark = join(dist, 'mark');
  mkdirSync(mark, { recursive: true });
  writeFileSync(join(mark, 'for-tests'), '');
  const output = join(dist, 'for-tests');
  await buildPackages({ output, icons, licenses, mark });
  proveFlow('The main flow runs in the packed program', await runFlow(findProgram(output).program));
}

/** @param {string} deb @param {string} tested @param {import('./package-linux.mjs').Release} release */
async function proveDeb(deb, tested, release) {
  const again = join(dist, 'again');
  mkdirSync(again, { recursive: true });
  const second = buildDeb(findProgram(join(dist, 'first')).folder, icons, again, {
    ...release,
    packed: false,
  });
  prove('The deb has the same content when built again', debDigest(deb) === debDigest(second));
  const problem = cleanRootProblem();
  if (problem !== undefined) return skip('The deb is installed, run and removed in a clean root', problem);
  const debForTests = buildDeb(tested, icons, again, { ...release, packed: false });
  await withFlow(async (script) => {
    for (const { what, held, detail } of proveInstalled({ deb, debForTests, script }))
      prove(what, held, detail);
    return 0;
  });
}

/** @param {{ program: string, asar: string, folder: string }} built */
async function proveFolder({ program, asar }) {
  const wrong = await wrongFuses(process.platform === 'darwin' ? join(program, '../../..') : program);
  prove(
    'All eight fuses, read back from the packed program, are strict',
    wrong.length === 0,
    wrong.join(', '),
  );
  const { files, unpacked } = filesOfAsar(asar);
  const foreign = unpacked.filter((file) => !file.endsWith('.node'));
  prove(
    'Only native modules lie outside the asar',
    foreign.length === 0,
    (foreign[0] ? foreign : unpacked).join(', '),
  );
  const unwanted = files.filter((file) =>
    /chromium|playwright|koffi|koromix|token-process|\.map$|^(src|test|scripts)\//u.test(file),
  );
  prove(
    'No sources, no source maps, no Chromium window, no PKCS #11 in the asar',
    unwanted.length === 0,
    unwanted.join(', '),
  );
  prove(
    'The asar is smaller than 10 MB',
    statSync(asar).size < 10e6,
    `${megabytes(asar)}, ${files.length} files`,
  );
}

/**
 * Builds out/ and the asar once more, and compares their digests.
 * @param {string} asar @param {() => Promise<void>} packAgain
 */
async function proveSameBytes(asar, packAgain) {
  const before = filesOfAsar(asar).files.filter((file) => file.startsWith('out/'));
  const digests = new Map(before.map((file) => [file, digest(extractFile(asar, file))]));
  rebuild();
  const changed = before.filter(
    (file) => !existsSync(join(root, file)) || digest(readFileSync(join(root, file))) !== digests.get(file),
  );
  prove(
    'out/ has the same bytes when built again',
    changed.length === 0,
    changed.join(', ') || `${before.length} files`,
  );
  await packAgain();
  const [first, second] = [asar, findProgram(join(dist, 'second')).asar].map((file) =>
    digest(readFileSync(file)),
  );
  prove('The asar has the same bytes when built again', first === second, `sha256 ${first}`);
  rmSync(join(dist, 'second'), { recursive: true, force: true });
}

/** Starts the shipped program as an attacker would, and sees it refuse. @param {string} program */
function proveRefusals(program) {
  const sandbox = asRoot ? ['--no-sandbox'] : [];
  /** @type {readonly (readonly [string, readonly string[], Record<string, string>?])[]} */
  const attacks = [
    ['a debugging port', ['--remote-debugging-port=0']],
    ['a debugging port behind a space', [' --remote-debugging-port=0']],
    ['a debugging pipe', ['--remote-debugging-pipe']],
    ['--inspect', ['--inspect=0']],
    ['--inspect-brk', ['--inspect-brk=0']],
    ['--js-flags', ['--js-flags=--expose-gc']],
    ['--load-extension', ['--load-extension=/tmp']],
    ['a KEYOPS_ variable', [], { KEYOPS_DATA: '/tmp/attacker' }],
    ['ELECTRON_RUN_AS_NODE', ['-e', 'process.exit(0)'], { ELECTRON_RUN_AS_NODE: '1' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', [], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['NODE_DEBUG', [], { NODE_DEBUG: 'http' }],
    ['NODE_V8_COVERAGE', [], { NODE_V8_COVERAGE: 'coverage' }],
  ];
  for (const [name, args, env] of attacks) {
    const { status, stderr } = onAScreen([program, ...sandbox, ...args], env);
    prove(
      `The shipped program refuses ${name}`,
      status === 2 && stderr.includes('refuses to start'),
      `status ${status}`,
    );
  }
  if (!asRoot) {
    const { status } = onAScreen([program, '--no-sandbox']);
    prove('The shipped program refuses --no-sandbox', status === 2, `status ${status}`);
  }
}

/** @param {readonly string[]} command @param {Record<string, string>} [env] */
function onAScreen(command, env = {}) {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('KEYOPS_')),
  );
  const [program = '', ...args] =
    process.platform === 'linux' ? [which(['xvfb-run']) ?? 'xvfb-run', '-a', ...command] : command;
  return spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...clean, ...env },
    timeout: 30_000,
  });
}

/** @param {(script: string) => Promise<number>} use gets the main flow's program */
function withFlow(use) {
  return withBundle({ flow: 'test/package/index.ts' }, (folder) => use(join(folder, 'flow.mjs')));
}

/** Runs the main flow in a build for tests, with a screen, a bus and a keyring of its own. @param {string} program */
async function runFlow(program) {
  const result = join(dist, 'flow.json');
  rmSync(result, { force: true });
  await withFlow((script) =>
    runPrivately([process.execPath, script], {
      display: true,
      cwd: root,
      env: { PACKAGED_PROGRAM: program, FLOW_RESULT: result },
    }),
  );
  return existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : undefined;
}

/** @param {string} what @param {{ signed: string, code: unknown, left: string[] } | undefined} flow */
function proveFlow(what, flow) {
  const signed = flow !== undefined && /^0x[0-9a-f]{64}$/u.test(flow.signed);
  prove(
    what,
    signed && flow.code === 0,
    signed ? `signed ${flow.signed}, ended with ${flow.code}` : 'see above',
  );
  const strays = (flow?.left ?? ['?']).filter((name) => !OWN_FILES.test(name));
  prove('Nothing of Chromium’s lies in the data folder', strays.length === 0, strays.join(', '));
}

/** When this commit was made: what the packages carry as their date, so that they have the same bytes everywhere. */
function releaseDate() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  const seconds =
    given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}

function finish() {
  const shown = { yes: 'yes', no: '**no**', skipped: 'skipped' };
  const lines = table.map(({ what, state, detail }) => `| ${what} | ${shown[state]} | ${detail} |`);
  const text = ['| What | Proven | With |', '| --- | --- | --- |', ...lines].join('\n');
  writeFileSync(join(dist, 'proofs.md'), `${text}\n`);
  const count = (/** @type {string} */ wanted) => table.filter(({ state }) => state === wanted).length;
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
  // The gate reads this line (scripts/test-outcome.mjs).
  console.log(`\n${text}\n\n${count('yes')} proven, ${count('no')} not${skipped}`);
  process.exitCode = count('no') === 0 ? 0 : 1;
}
