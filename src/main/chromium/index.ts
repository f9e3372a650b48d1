// The boot of the Chromium host: finds a browser, shows the console in it, and ends with its window.
import { consoleError, startFailureText } from '../platform/errors.ts';
import { startChromiumConsole } from './chromium-console.ts';
import { dataFolderOf } from './data-folder.ts';
import { findBrowser } from './launch-browser.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const { env } = process;
  const executablePath = findBrowser(env);
  if (executablePath === undefined) {
    throw consoleError('BROWSER_MISSING.chromium');
  }
  say(
    `KeyOps Console in a Chromium window (${executablePath}): for development and machines without Electron.`,
  );
  if (process.getuid?.() === 0) say("As root, the browser's own sandbox is off. Do not work like this.");
  const keychainService = env['KEYOPS_KEYCHAIN'];
  const shown = await startChromiumConsole({
    executablePath,
    dataFolder: dataFolderOf(env),
    acceptOlderDatabase: process.argv.includes('--accept-older-database'),
    headless: env['KEYOPS_HEADLESS'] === '1',
    ...(keychainService === undefined ? {} : { keychainService }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void shown.close());
  }
  await shown.closed;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(startFailureText(error) ?? String(error));
    process.exit(1);
  },
);
