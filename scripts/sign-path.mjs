// `node scripts/sign-path.mjs [--list]`: how many files signing crosses. Signs one Ethereum transfer with the console's code and
// the service in this process (test/sign-path), and counts the files of main and preload of which a function ran between the
// window's call and the outcome. Exits with 1 when they are more than 40.
//
// Not counted in: chains and protocol, which are other rooms; the shells' windows, keychain and IPC, whose places a test's host
// takes. Counted apart: tables of the database, and what only hears that something happened and keeps nobody waiting.
import { Session } from 'node:inspector/promises';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { buildConstants } from './build-constants.mjs';
import { root } from './prepare.mjs';

const LIMIT = 40;
const TABLES = /^src\/main\/storage\//;
/** The window's state and its mark for the next start (a private file), the lists of activities and the sessions' ends follow the console's news. */
const HEARS =
  /^src\/main\/(?:app\/app-module\.ts|platform\/(?:opening|private-files)\.ts|features\/(?:activities|login-sessions)\/)/;
/** What Vite makes of an export: reading a constant is not crossing its file. */
const ACCESSOR = /^\(\) ?=> ?\{ ?try ?\{ ?return /;

const session = new Session();
session.connect();
await session.post('Debugger.enable');
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
/** @type {{ module: { signOnce(around: (sign: () => Promise<void>) => Promise<void>): Promise<void> } }} */
const { module } = await runnerImport(join(root, 'test/sign-path/index.ts'), {
  root,
  configFile: false,
  logLevel: 'warn',
  define: await buildConstants(),
});

/** The files of which a function was called since coverage was taken last. @returns {Promise<string[]>} */
async function crossed() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = [];
  for (const { url, scriptId, functions } of result) {
    const file = relative(root, url).split(sep).join('/');
    if (!/^src\/(?:main|preload)\//.test(file)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const ran = functions.some(({ ranges: [range] }) => {
      return range !== undefined && range.count > 0 && !ACCESSOR.test(scriptSource.slice(range.startOffset));
    });
    if (ran) files.push(file);
  }
  return files.sort();
}

/** @type {string[]} */
let files = [];
await module.signOnce(async (sign) => {
  await session.post('Profiler.takePreciseCoverage');
  await sign();
  files = await crossed();
});
const tables = files.filter((file) => TABLES.test(file));
const hear = files.filter((file) => HEARS.test(file));
const path = files.filter((file) => !TABLES.test(file) && !HEARS.test(file));
console.log(
  `signing crosses ${path.length} files of at most ${LIMIT}, ${tables.length} tables, and ${hear.length} that hear of it`,
);
const isOver = path.length > LIMIT;
if (isOver || process.argv.includes('--list')) console.log([...path, ...tables, ...hear].join('\n'));
process.exit(isOver ? 1 : 0);
