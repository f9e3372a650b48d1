import type { App, BrowserWindow } from 'electron';

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
