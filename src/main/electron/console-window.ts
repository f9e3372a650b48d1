import { BrowserWindow } from 'electron';
import type { Session } from 'electron';
import { ELECTRON_SURFACES, pageUrl } from '../bridge/surfaces.ts';
import { revivePage } from './reload-crashed-page.ts';
import { groundColor } from './theme.ts';
import { webPreferences } from './web-preferences.ts';

interface ConsoleWindowOptions {
  readonly session: Session;
  /** Path of the window's preload. */
  readonly preload: string;
  readonly devTools: boolean;
}

/** Opens the console's window; it shows itself when its page has been drawn. */
export function openConsoleWindow({ session, preload, devTools }: ConsoleWindowOptions): BrowserWindow {
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
  revivePage(window.webContents);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(pageUrl(ELECTRON_SURFACES.console));
  return window;
}
