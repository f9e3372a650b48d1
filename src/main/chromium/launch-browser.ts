import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
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
};

/**
 * Finds an installed Chrome, Chromium or Edge: the one that KEYOPS_CHROMIUM names, else one on the PATH, else one in
 * the system's usual places; undefined when there is none.
 */
export function findBrowser(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const named = environment['KEYOPS_CHROMIUM'];
  if (named !== undefined) return isFile(named) ? named : undefined;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...(PLACES[platform] ?? [])].find(isFile);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** The first size of the window, and its fixed size when nobody sees it. */
export const WINDOW_SIZE = { width: 1280, height: 800 } as const;

/** What every context of ours denies and leaves alone. */
export const contextOptions = (headless: boolean) =>
  ({
    acceptDownloads: false,
    serviceWorkers: 'block',
    // With a window, the page is as large as it is; without one, somebody must say.
    viewport: headless ? WINDOW_SIZE : null,
    // The system's own wishes, not a test's.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
  }) as const;

/**
 * Starts a browser in a profile that exists only while it runs, with one window without tabs or address line. It is
 * driven over a pipe that no other process can open: there is no debugging port.
 */
export function launchBrowser(options: {
  readonly executablePath: string;
  readonly headless: boolean;
  readonly sandbox: boolean;
  readonly isOffline?: boolean;
}): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    ...contextOptions(options.headless),
    executablePath: options.executablePath,
    headless: options.headless,
    chromiumSandbox: options.sandbox,
    // They say that the browser is under a test program's control, and let pages open windows without a click.
    ignoreDefaultArgs: ['--enable-automation', '--disable-popup-blocking'],
    args: [
      '--app=data:text/html,<title>KeyOps%20Console</title>',
      `--window-size=${WINDOW_SIZE.width},${WINDOW_SIZE.height}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // No name is looked up: our addresses are answered before that (surface-page.ts).
      '--host-resolver-rules=MAP * ~NOTFOUND',
      // No script that chooses proxies is fetched, and no datagrams go out.
      ...(options.isOffline === true
        ? ['--no-proxy-server', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp']
        : []),
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
