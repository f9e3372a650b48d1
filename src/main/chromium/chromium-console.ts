import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Envelope } from '#preload/contract/call.ts';
import { createConsole } from '../app/console.ts';
import { denyPending } from '../bridge/deny-pending.ts';
import { CHROMIUM_SURFACES, isAtSurface, openingUrl, pageUrl, screenUrl } from '../bridge/surfaces.ts';
import { runServiceChild, startServiceChild } from '../embedded-service/child-process.ts';
import { listPageFiles } from '../pages/page-files.ts';
import { TIMING, systemClock } from '../platform/clock.ts';
import { createEarlyEmitter } from '../platform/emitter.ts';
import { readOpening } from '../platform/opening.ts';
import type { Surface } from '../platform/host.ts';
import type { OfflineChoice } from '../platform/offline/offline-choice.ts';
import { collectGarbage, refuseCoreDumps, zeroFreedMemory } from '../platform/process-memory.ts';
import { openKeychain } from '../vault/keytar-keychain.ts';
import { bindSurface, createApprovalPage, denyReach, serveRoutes, watchGestures } from './approval-page.ts';
import { createChromiumHost } from './chromium-host.ts';
import { launchBrowser } from './launch-browser.ts';

export interface ChromiumConsoleOptions {
  /** Path of a Chrome or Chromium. */
  readonly executablePath: string;
  readonly dataFolder: string;
  /** The keychain items' service name, where it is not the product's own. */
  readonly keychainService?: string;
  /** The operator takes an older database of the service, which they restored. */
  readonly acceptOlderDatabase?: boolean;
  /** What the keychain had for this console is gone for good. */
  readonly acceptLostKeychain?: boolean;
  /** Who took it offline; the caller has refused this process its network. Nobody when left out. */
  readonly offline?: OfflineChoice | null;
  readonly headless: boolean;
}

export interface ChromiumConsole {
  /** The window's page. */
  readonly page: Page;
  /** The approval surface's page, while it is shown. */
  approvalPage(): Page | undefined;
  /** Settles when the window was closed and everything behind it has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const built = join(import.meta.dirname, '..');

/** Shows the console in a window of an installed browser; used by `npm start`, the tour and the end-to-end tests. */
export async function startChromiumConsole(options: ChromiumConsoleOptions): Promise<ChromiumConsole> {
  const { executablePath, headless } = options;
  const files = listPageFiles(join(built, 'renderer'));
  const [preload, approvalPreload, manifest] = await Promise.all([
    readFile(join(built, 'preload/chromium.cjs'), 'utf8'),
    readFile(join(built, 'preload/chromium-approval.cjs'), 'utf8'),
    readFile(join(built, '../package.json'), 'utf8'),
  ]);
  zeroFreedMemory();
  // Before the browser and the service are started: they inherit it.
  await refuseCoreDumps();
  // The browser's sandbox cannot be had as root.
  const sandboxed = process.getuid?.() !== 0;
  const { offline = null } = options;
  const { opening } = readOpening(options.dataFolder, offline !== null);
  const context = await launchBrowser({
    ...{ executablePath, headless, sandbox: sandboxed, isOffline: offline !== null },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const browser = context.browser();
  if (browser === null) throw new Error('The browser gave no handle of its own.');

  let theme: 'light' | 'dark' | null = null;
  const dispatch = async (surface: Surface, name: string, input: unknown): Promise<Envelope> =>
    (await console).dispatch(surface, name, input);
  const approval = createApprovalPage({
    browser,
    headless,
    files,
    preload: approvalPreload,
    theme: () => theme,
    invoke: (name, input) => {
      if (name === 'approval.decide') usedMs = performance.now();
      return dispatch('approval', name, input);
    },
    onGone: () => void denyPending(dispatch),
  });
  // The page is drawn before the console is there to listen.
  const pressed = createEarlyEmitter();
  let granted = Promise.resolve();
  // On a clock that nobody sets.
  let usedMs = performance.now();
  const host = createChromiumHost({
    page,
    approval,
    sandboxed,
    onGesture: (listener) => pressed.on(listener),
    idleMs: () => performance.now() - usedMs,
    // One after the other: what was asked for last holds. A window that is gone holds nothing any more.
    onCamera: (isOpen) => {
      const done = granted.then(() =>
        page.isClosed() ? undefined : grant(context, isOpen ? ['camera'] : []),
      );
      granted = done.catch(() => undefined);
      return done.catch((error: unknown) => {
        if (isOpen || !page.isClosed()) throw error;
      });
    },
    onTheme: (wanted) => {
      theme = wanted === 'system' ? null : wanted;
      for (const shown of [page, approval.page()]) void shown?.emulateMedia({ colorScheme: theme });
    },
    startService: (service) => startServiceChild({ ...service, script: join(built, 'main/service.js') }),
    checkScript: join(built, 'main/check-thread.js'),
    runServiceCommand: (command) => runServiceChild({ ...command, script: join(built, 'main/service.js') }),
  });
  const console = createConsole({
    host,
    dataFolder: options.dataFolder,
    keychain: openKeychain(TIMING.keychainMs, options.keychainService),
    clock: systemClock,
    offline,
    acceptOlderDatabase: options.acceptOlderDatabase ?? false,
    acceptLostKeychain: options.acceptLostKeychain ?? false,
    clearMemory: collectGarbage,
    version: (JSON.parse(manifest) as { version: string }).version,
  });
  console.catch(() => context.close());

  const closed = new Promise<void>((resolve) => {
    page.once('close', () => resolve());
    context.once('close', () => resolve());
  }).then(async () => {
    await (await console).close();
    await context.close();
  });

  await grant(context, []);
  await serveRoutes(context, CHROMIUM_SURFACES.console, files);
  await bindSurface(page, CHROMIUM_SURFACES.console, preload, (name, input) =>
    dispatch('console', name, input),
  );
  await denyReach(page);
  await watchGestures(page, (kind) => {
    usedMs = performance.now();
    if (kind === 'press') pressed.emit();
  });
  keepAtHome(page);
  // A click may open a window in a browser; nothing answers its requests, and it is closed.
  context.on('page', (opened) => {
    opened.close().catch(() => undefined);
  });
  await page.goto(openingUrl(CHROMIUM_SURFACES.console, opening));
  return {
    page,
    approvalPage: () => approval.page(),
    closed,
    close: () => context.close().then(() => closed),
  };
}

/** Gives the console's page what it may do, and takes everything else. */
async function grant(context: BrowserContext, more: readonly string[]): Promise<void> {
  // What was granted before stays granted otherwise.
  await context.clearPermissions();
  await context.grantPermissions(['clipboard-write', ...more], {
    origin: pageUrl(CHROMIUM_SURFACES.console),
  });
}

/**
 * Brings the page back, to the screen it was on, when it left: which only addresses without a request (`about:blank`) can make
 * it do, and the host when the console is locked.
 */
function keepAtHome(page: Page): void {
  let home = pageUrl(CHROMIUM_SURFACES.console);
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const url = frame.url();
    if (isAtSurface(CHROMIUM_SURFACES.console, url)) home = screenUrl(CHROMIUM_SURFACES.console, url);
    else page.goto(home).catch(() => undefined);
  });
}
