import { powerMonitor, shell } from 'electron';
import type { BrowserWindow, WebContents } from 'electron';
import type { Host, Surface } from '../platform/host.ts';
import type { ApprovalView } from './approval-view.ts';
import {
  clearClipboard,
  notify,
  pickFile,
  readClipboard,
  saveText,
  watchPlace,
  writeClipboard,
} from './desktop.ts';
import { setTheme } from './theme.ts';
import { startUtilityService } from './utility-service.ts';
import { watchGestures } from './watch-gestures.ts';

interface ElectronHostOptions {
  readonly window: BrowserWindow;
  readonly approval: ApprovalView;
  /** The page of a surface, while it is shown. */
  readonly contentsOf: (surface: Surface) => WebContents | undefined;
  readonly sandboxed: boolean;
  /** The built service. */
  readonly serviceScript: string;
}

/** What Electron gives the console: windows, dialogs, clipboard, and a process for the service. */
export function createElectronHost(options: ElectronHostOptions): Host {
  const { window, approval } = options;
  return {
    kind: 'electron',
    sandboxed: options.sandboxed,
    can: { pickFiles: true, readClipboard: true },
    showApproval: () => approval.show(),
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
    clearClipboard,
    save: (name, text) => saveText(window, name, text),
    openExternal: (url) => shell.openExternal(url),
    onWake: (listener) => powerMonitor.on('resume', listener),
    onAway: (listener) => {
      powerMonitor.on('lock-screen', listener);
      powerMonitor.on('suspend', listener);
    },
    notify: (title, text, onOpen) => notify(window, title, text, onOpen),
    onGesture: (listener) => watchGestures(window.webContents, listener),
    onApprovalMoved: (listener) => watchPlace(window, listener),
    behindApproval: () => approval.behind(),
    setTheme,
    startService: (service) => startUtilityService(options.serviceScript, service),
  };
}
