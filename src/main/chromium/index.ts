// The boot of the Chromium host: finds a browser, shows the console in it, and ends with its window.
import { runPurge } from '../app/purge-data.ts';
import { TIMING } from '../platform/clock.ts';
import { readOfflineChoice } from '../platform/offline/offline-choice.ts';
import { refuseNetwork } from '../platform/offline/refuse-network.ts';
import { PRLIMIT } from '../platform/process-memory.ts';
import { consoleError, startFailureText } from '../platform/errors.ts';
import { openKeychain } from '../vault/keytar-keychain.ts';
import { startChromiumConsole } from './chromium-console.ts';
import { dataFolderOf } from './data-folder.ts';
import { findBrowser } from './launch-browser.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const { env } = process;
  const keychainService = env['KEYOPS_KEYCHAIN'];
  const service = keychainService === undefined ? {} : { service: keychainService };
  if (process.argv.includes('--purge-data')) {
    const keychain = openKeychain(TIMING.keychainMs, keychainService);
    return runPurge({ dataFolder: dataFolderOf(env), keychain, ...service });
  }
  const executablePath = findBrowser(env);
  if (executablePath === undefined) {
    throw consoleError('BROWSER_MISSING.chromium');
  }
  const dataFolder = dataFolderOf(env);
  const offline = readOfflineChoice({ args: process.argv.slice(2), dataFolder });
  // The browser is a program with a network of its own: its switches take that away (launch-browser.ts).
  if (offline !== null) refuseNetwork({ mayRun: (file) => file === PRLIMIT || file === executablePath });
  say(
    `KeyOps Console in a Chromium window (${executablePath}): for development and machines without Electron.`,
  );
  if (process.getuid?.() === 0) say("As root, the browser's own sandbox is off. Do not work like this.");
  const shown = await startChromiumConsole({
    executablePath,
    dataFolder,
    offline,
    acceptOlderDatabase: process.argv.includes('--accept-older-database'),
    acceptLostKeychain: process.argv.includes('--accept-lost-keychain'),
    headless: env['KEYOPS_HEADLESS'] === '1',
    ...(keychainService === undefined ? {} : { keychainService }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void shown.close());
  }
  await shown.closed;
  return 0;
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    say(startFailureText(error) ?? String(error));
    process.exit(1);
  },
);
