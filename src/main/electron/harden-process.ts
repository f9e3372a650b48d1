import type { App } from 'electron';

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
