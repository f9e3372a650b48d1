import { chromium } from 'playwright-core';
import type { BrowserContext } from 'playwright-core';

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
      // No name is looked up: our addresses are answered before that (serve-routes.ts).
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
