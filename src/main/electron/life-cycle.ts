import { type App, type BrowserWindow, app, dialog } from 'electron';
import { reportFault, startFailureText } from '../platform/errors.ts';

/**
 * Sets what holds for every page's process before there is one: the sandbox, and no names looked up. (The pages'
 * requests are refused one by one too: this is the second wall.) Must run before the app is ready.
 */
export function hardenProcess(app: Pick<App, 'enableSandbox' | 'commandLine'>): void {
  // As root (a container) the system's sandbox cannot be had and `--no-sandbox` was given: the window says so.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // Chromium's network stack alone: the client's and the service's requests are Node's.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('disable-quic');
}

/** What tests and developers set; a program that was installed takes none of it from whoever starts it. */
type DeveloperSetting = 'KEYOPS_DATA' | 'KEYOPS_DEVTOOLS' | 'KEYOPS_HEADLESS' | 'KEYOPS_KEYCHAIN';

/** A setting of the environment, in a program that is not packaged; undefined in one that is. */
export const developerSetting = (name: DeveloperSetting): string | undefined =>
  app.isPackaged ? undefined : process.env[name];

/**
 * Sees to it that one console runs on a data folder: a second one shows the first and ends.
 * @param windowOf the window to show, once there is one
 * @returns whether this is the first
 */
export function keepSingleInstance(
  app: Pick<App, 'requestSingleInstanceLock' | 'exit' | 'on'>,
  windowOf: () => BrowserWindow | undefined,
): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return false;
  }
  app.on('second-instance', () => {
    const window = windowOf();
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  return true;
}

/**
 * Ends the program with its window, after `close` is done: what is under review is denied, the service stopped and
 * the files closed.
 */
export function closeBeforeQuit(app: Pick<App, 'on' | 'quit' | 'exit'>, close: () => Promise<void>): void {
  let closing = false;
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void close().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
}

/**
 * Has an error that nobody caught written into the log. Electron on its own shows it in a box, which holds the whole process
 * until somebody presses it: a program that is ending never ended, and a review behind the box could not be denied.
 */
export function logUncaught(running: Pick<NodeJS.Process, 'on' | 'stdout' | 'stderr'>): void {
  // Where the log can't be written either: who started the program may have gone, and the report of that would be the next.
  for (const stream of [running.stdout, running.stderr]) stream.on('error', () => undefined);
  running.on('uncaughtException', (error) => reportFault('uncaught', error));
}

/** Says why the console could not start, in a box and on standard error, and ends the program. */
export function reportStartFailure(error: unknown): void {
  const known = startFailureText(error);
  const text = known ?? 'It failed for an unknown reason.';
  process.stderr.write(`KeyOps Console could not start. ${text}\n`);
  if (known === undefined) process.stderr.write(`${String(error)}\n`);
  // Without a screen there is nobody to close the box.
  if (developerSetting('KEYOPS_HEADLESS') !== '1')
    dialog.showErrorBox('KeyOps Console could not start', text);
  app.exit(1);
}
