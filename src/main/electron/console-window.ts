import {
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  type Session,
  type WebContents,
} from 'electron';
import type { Opening } from '#preload/contract/opening.ts';
import { ELECTRON_SURFACES, openingUrl, screenUrl } from '../bridge/surfaces.ts';
import { groundColor, webPreferences } from './page-settings.ts';

/**
 * Sets the application menu: what the system needs for its own shortcuts (copy, paste, zoom, quit) and no way to
 * reload or inspect the page.
 */
export function setMenu(devTools: boolean): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin'
      ? [{ role: 'appMenu' } as const]
      : [{ label: 'File', submenu: [{ role: 'quit' } as const] }]),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(devTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'close' }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/**
 * Refuses `window.close()` of a page while something is under review: its preload objects to being unloaded, and what the
 * operator closes is closed over that objection.
 * @param reviewing whether the approval surface is shown
 */
export function denyClosing(window: BrowserWindow, reviewing: () => boolean): void {
  let asked = false;
  // The window's own button, the system's menu, the end of the program; not the page.
  window.on('close', () => {
    asked = true;
  });
  // To prevent this event is to go on with the unloading.
  window.webContents.on('will-prevent-unload', (event) => {
    if (asked || !reviewing()) event.preventDefault();
  });
}

/** How often a page's process may die within a minute: after that the page is not loaded again, so that it does not die over and over. */
const LIMIT = 3;
const DEATHS_MS = 60_000;

/**
 * Loads a page again after its process died: it asks for its state again, and no decision was kept in it. Its address keeps the
 * screen's name and nothing else.
 */
export function reloadCrashedPage(contents: Pick<WebContents, 'on' | 'loadURL' | 'getURL'>): void {
  let deaths: number[] = [];
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < DEATHS_MS), now];
    if (deaths.length > LIMIT) return;
    // Whatever is loaded after it takes its place.
    contents.loadURL(screenUrl(ELECTRON_SURFACES.console, contents.getURL())).catch(() => undefined);
  });
}

/** A page that the navigation did not leave in this time hangs: its process is ended. In ms. */
const LEFT_MS = 2_000;
/** The next process may take this long to start, which it does on a slow computer. In ms. */
const REPLACED_MS = 10_000;
/** An empty page of no site, for which Chromium takes another process. */
const EMPTY = 'about:blank';

/**
 * Gives a page another process: a page of another site takes its place, and then its own comes back. A reload alone would
 * keep the process, and with it whatever the page's scripts left in its memory. A process that does not go is ended, and
 * `reloadCrashedPage` brings the page back.
 */
export async function renewPage(
  contents: Pick<WebContents, 'loadURL' | 'getURL' | 'getOSProcessId' | 'isDestroyed' | 'on' | 'off'>,
): Promise<void> {
  if (contents.isDestroyed()) return;
  const home = screenUrl(ELECTRON_SURFACES.console, contents.getURL());
  const before = contents.getOSProcessId();
  // The page's preload objects to being unloaded.
  const leave = (event: { preventDefault: () => void }): void => event.preventDefault();
  contents.on('will-prevent-unload', leave);
  const ended = new AbortController();
  const end = (): void => {
    if (contents.isDestroyed() || contents.getOSProcessId() !== before) return;
    ended.abort();
    process.kill(before, 'SIGKILL');
  };
  let limit = setTimeout(end, LEFT_MS);
  const onLeft = ({ url }: { readonly url: string }): void => {
    if (url !== EMPTY) return;
    clearTimeout(limit);
    limit = setTimeout(end, REPLACED_MS);
  };
  contents.on('did-start-navigation', onLeft);
  try {
    await contents.loadURL(EMPTY);
    if (!ended.signal.aborted) await contents.loadURL(home);
  } catch (error) {
    // Another renewal, or the page that comes back after its process was ended, took the place of this one.
    if (!contents.isDestroyed() && !ended.signal.aborted && !isAborted(error)) throw error;
  } finally {
    clearTimeout(limit);
    if (!contents.isDestroyed()) {
      contents.off('will-prevent-unload', leave);
      contents.off('did-start-navigation', onLeft);
    }
  }
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';

/** How long a window may take to its next step, the last of which is that it has something to show, in ms. */
const SHOWN_MS = 10_000;

/**
 * Shows a window once its page was drawn. A page that makes no step in time (its process hangs, or never began) gets another
 * process once; then the window is shown as it is, so that an operator has something to close. Each step has the full time, so
 * that a page that is only slow is left to finish.
 * @param home the page's address
 */
export function showWhenDrawn(
  window: Pick<BrowserWindow, 'once' | 'show' | 'isDestroyed'> & {
    readonly webContents: Pick<WebContents, 'forcefullyCrashRenderer' | 'once'>;
    readonly loadURL: (url: string) => Promise<void>;
  },
  home: string,
  limitMs = SHOWN_MS,
): void {
  let limit: NodeJS.Timeout;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(limit);
  };
  const show = (): void => {
    end();
    if (!window.isDestroyed()) window.show();
  };
  const again = (): void => {
    if (window.isDestroyed()) return;
    limit = setTimeout(show, limitMs);
    window.webContents.forcefullyCrashRenderer();
    // `reloadCrashedPage` may load it as well: the later one ends the earlier one.
    window.loadURL(home).catch(() => undefined);
  };
  limit = setTimeout(again, limitMs);
  const goOn = (): void => {
    if (!isOver) limit.refresh();
  };
  // Once each: a page that is loaded over and over does not put it off.
  window.webContents.once('did-navigate', goOn);
  window.webContents.once('dom-ready', goOn);
  window.once('ready-to-show', show);
  window.once('closed', end);
}

interface ConsoleWindowOptions {
  readonly session: Session;
  /** Path of the window's preload. */
  readonly preload: string;
  readonly devTools: boolean;
  /** What it may draw before its state is known. */
  readonly opening: Opening | undefined;
}

/** Opens the console's window; it shows itself when its page has been drawn. */
export function openConsoleWindow({
  session,
  preload,
  devTools,
  opening,
}: ConsoleWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 640,
    // Never what is on the screen: window lists and screen recorders read titles.
    title: 'KeyOps Console',
    show: false,
    backgroundColor: groundColor(),
    autoHideMenuBar: true,
    webPreferences: webPreferences(preload, session, devTools),
  });
  window.on('page-title-updated', (event) => event.preventDefault());
  reloadCrashedPage(window.webContents);
  const home = openingUrl(ELECTRON_SURFACES.console, opening);
  showWhenDrawn(window, home);
  // One that is ended before it is loaded is loaded again.
  window.loadURL(home).catch(() => undefined);
  return window;
}
