import { basename, join } from 'node:path';
import * as electron from 'electron';
import {
  type BrowserWindow,
  type InputEvent,
  Notification,
  type WebContents,
  app,
  clipboard,
  dialog,
  powerMonitor,
  screen,
  session,
  shell,
  systemPreferences,
} from 'electron';
import { createEarlyEmitter } from '../platform/emitter.ts';
import { consoleError } from '../platform/errors.ts';
import type { FileContent, Host, Surface } from '../platform/host.ts';
import { isNetworkRefused } from '../platform/offline/refuse-network.ts';
import { writePrivateFile } from '../platform/private-files.ts';
import type { ApprovalView } from './approval-view.ts';
import { renewPage } from './console-window.ts';
import { inspectElectron } from './host-facts.ts';
import { setTheme } from './page-settings.ts';
import { createWaitingIcon } from './waiting-icon.ts';
import type * as UtilityService from './utility-service.ts';

/** Asks for a file or folder in the system's dialog; its path, or null when called off. */
async function pickFile(window: BrowserWindow, kind: 'file' | 'folder'): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: `Choose a ${kind}`,
    properties: [kind === 'file' ? 'openFile' : 'openDirectory', 'showHiddenFiles'],
  });
  return filePaths[0] ?? null;
}

/** Asks where a file is to be written; its path, or null when called off. */
async function pickNewFile(window: BrowserWindow, name: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog(window, {
    title: 'Save as',
    defaultPath: join(app.getPath('downloads'), name),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  return filePath === '' ? null : filePath;
}

/** Writes a file where the operator says, readable by them alone; the path, or null when called off. */
async function saveText(
  window: BrowserWindow,
  name: string,
  content: FileContent | (() => FileContent),
): Promise<string | null> {
  const filePath = await pickNewFile(window, name);
  if (filePath === null) return null;
  const made = typeof content === 'function' ? content() : content;
  await writePrivateFile(filePath, made).catch((cause: unknown) => {
    // The disk is the one that was chosen, which may not be the data folder's.
    throw consoleError('FILE_UNWRITABLE', { name: basename(filePath), cause });
  });
  return filePath;
}

// Electron 44 and later answer with promises, earlier ones with the value: both can be awaited.

/** The text on the clipboard. */
async function readClipboard(): Promise<string> {
  return await clipboard.readText();
}

/** Empties the clipboard, where that text still lies on it. */
async function clearClipboard(text: string): Promise<void> {
  if ((await readClipboard()) === text) clipboard.clear();
}

/** Puts a text on the clipboard. */
async function writeClipboard(text: string): Promise<void> {
  await clipboard.writeText(text);
}

/** A number as Windows has it: 32 bits, here 0 for "no". */
const NO = new Uint8Array(4);
/**
 * By which formats programs that keep what is copied know what to leave out: Windows' clipboard history and cloud clipboard,
 * what nspasteboard.org agreed on for macOS, and what KDE's Klipper and others read on Linux.
 */
const UNRECORDED: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<string, string | Uint8Array>>>>> =
  {
    win32: {
      ExcludeClipboardContentFromMonitorProcessing: '1',
      CanIncludeInClipboardHistory: NO,
      CanUploadToCloudClipboard: NO,
    },
    darwin: { 'org.nspasteboard.ConcealedType': '1' },
    linux: { 'x-kde-passwordManagerHint': 'secret' },
  };

/** What Electron gives for writing to the clipboard: several formats at once since version 44. */
interface ClipboardWriter {
  readonly ClipboardItem?: new (items: Record<string, string | Blob>) => unknown;
  readonly clipboard: { writeText(text: string): unknown; write(items: never[]): unknown };
}

/**
 * Puts a secret on the clipboard, and in the same write the marks of this system. One after the other they would replace
 * each other: a runtime that cannot write them at once (Electron 43 and earlier) writes the text alone.
 */
export async function writeSecret(
  text: string,
  { ClipboardItem, clipboard }: ClipboardWriter,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const marks = Object.entries(UNRECORDED[platform] ?? {});
  if (ClipboardItem === undefined) {
    await clipboard.writeText(text);
    return;
  }
  const raw = marks.map(([format, value]): [string, Blob] => [
    `electron application/osclipboard;format="${format}"`,
    new Blob([Buffer.from(value)]),
  ]);
  const item = new ClipboardItem({ 'text/plain': text, ...Object.fromEntries(raw) });
  await clipboard.write([item as never]);
}

/** Shows a notification on the desktop, unless the window has the focus already: it says the same. */
function notify(window: BrowserWindow, title: string, text: string, onOpen: () => void): void {
  if (window.isDestroyed() || window.isFocused() || !Notification.isSupported()) return;
  const notification = new Notification({ title, body: text, silent: true });
  notification.on('click', () => {
    if (window.isDestroyed()) return;
    window.show();
    window.focus();
    onOpen();
  });
  notification.show();
}

/** Calls a listener when a window is somewhere else, of another size, or drawn at another scale. */
function watchPlace(window: BrowserWindow, listener: () => void): void {
  window.on('move', listener);
  window.on('resize', listener);
  window.on('restore', listener);
  screen.on('display-metrics-changed', listener);
  window.once('closed', () => void screen.off('display-metrics-changed', listener));
}

/** Loaded when a service is started: its schemas would be read before the window is drawn. */
const loadUtilityService = (): Promise<typeof UtilityService> => import('./utility-service.ts');

/** A session without pages and without a folder: it only knows the system's proxy settings, and runs the PAC script. */
const PROXY_SESSION = 'keyops-proxy-settings';

/** What the system's proxy settings or PAC script say for a URL. */
const resolveProxy = (url: string): Promise<string> =>
  session.fromPartition(PROXY_SESSION, { cache: false }).resolveProxy(url);

/** What begins a press of a person; keys that are held down repeat, and ask for nothing more. */
const PRESSES: readonly string[] = ['mouseDown', 'keyDown', 'rawKeyDown', 'touchStart', 'gestureTap'];

/** Whether an event of the system's is the beginning of a press. */
export const isPress = ({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): boolean =>
  PRESSES.includes(type) && !modifiers.some((each) => each.toLowerCase() === 'isautorepeat');

/** Calls a listener when a person presses something in a page. Events that the page makes do not come this way. */
function watchGestures(contents: Pick<WebContents, 'on'>, listener: () => void): void {
  contents.on('input-event', (_event, input) => {
    if (isPress(input)) listener();
  });
}

interface ElectronHostOptions {
  readonly window: BrowserWindow;
  readonly approval: ApprovalView;
  /** The page of a surface, while it is shown. */
  readonly contentsOf: (surface: Surface) => WebContents | undefined;
  readonly sandboxed: boolean;
  readonly onCamera: (isOpen: boolean) => void;
  /** The built service. */
  readonly serviceScript: string;
  /** The built thread that checks results (`out/main/check-thread.js`). */
  readonly checkScript: string;
}

/** What Electron gives the console: windows, dialogs, clipboard, and a process for the service. */
export function createElectronHost(options: ElectronHostOptions): Host {
  const { window, approval } = options;
  // From the first press on: the page is drawn before the console is there to listen.
  const pressed = createEarlyEmitter();
  watchGestures(window.webContents, pressed.emit);
  return {
    kind: 'electron',
    sandboxed: options.sandboxed,
    can: { pickFiles: true, readClipboard: true },
    showApproval: () => approval.show(),
    renewPage: () => renewPage(window.webContents),
    hideApproval: () => {
      approval.hide();
      return Promise.resolve();
    },
    send: (surface, name, payload) => {
      const contents = options.contentsOf(surface);
      if (contents !== undefined && !contents.isDestroyed()) contents.send(`${surface}:news`, name, payload);
    },
    pickFile: (kind) => pickFile(window, kind),
    readClipboard,
    copy: writeClipboard,
    copySecret: (text) => writeSecret(text, electron),
    clearClipboard,
    save: (name, content) => saveText(window, name, content),
    pickNewFile: (name) => pickNewFile(window, name),
    openExternal: (url) =>
      // A browser has a network of its own.
      isNetworkRefused()
        ? Promise.reject(consoleError('NETWORK_REFUSED', { what: 'open the browser' }))
        : shell.openExternal(url),
    onWake: (listener) => powerMonitor.on('resume', listener),
    onAway: (listener) => {
      powerMonitor.on('lock-screen', listener);
      powerMonitor.on('suspend', listener);
    },
    idleMs: () => powerMonitor.getSystemIdleTime() * 1000,
    ...(process.platform === 'darwin'
      ? {
          touchId: {
            isThere: () => systemPreferences.canPromptTouchID(),
            prompt: (reason: string) => systemPreferences.promptTouchID(reason),
          },
        }
      : {}),
    notify: (title, text, onOpen) => notify(window, title, text, onOpen),
    setBadge: createWaitingIcon(window),
    onGesture: (listener) => pressed.on(listener),
    setCamera: (isOpen) => {
      options.onCamera(isOpen);
      return Promise.resolve();
    },
    onApprovalMoved: (listener) => watchPlace(window, listener),
    behindApproval: () => approval.behind(),
    setTheme,
    openPackage: async (path) => {
      if ((await shell.openPath(path)) !== '') throw consoleError('PACKAGE_NOT_OPENED');
    },
    inspect: () => inspectElectron(options.contentsOf('console')),
    resolveProxy,
    startService: async (service) =>
      (await loadUtilityService()).startUtilityService(options.serviceScript, service),
    checkScript: options.checkScript,
    runServiceCommand: async (command) =>
      (await loadUtilityService()).runUtilityCommand(options.serviceScript, command),
  };
}
