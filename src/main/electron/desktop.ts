import { join } from 'node:path';
import { app, clipboard, dialog, Notification, screen } from 'electron';
import type { BrowserWindow } from 'electron';
import { writePrivateFile } from '../platform/write-private-file.ts';

/** Asks for a file or folder in the system's dialog; its path, or null when called off. */
export async function pickFile(window: BrowserWindow, kind: 'file' | 'folder'): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: `Choose a ${kind}`,
    properties: [kind === 'file' ? 'openFile' : 'openDirectory', 'showHiddenFiles'],
  });
  return filePaths[0] ?? null;
}

/** Writes a text where the operator says, readable by them alone; the path, or null when called off. */
export async function saveText(window: BrowserWindow, name: string, text: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog(window, {
    title: 'Save as',
    defaultPath: join(app.getPath('downloads'), name),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (filePath === '') return null;
  await writePrivateFile(filePath, text);
  return filePath;
}

// Electron 44 and later answer with promises, earlier ones with the value: both can be awaited.

/** The text on the clipboard. */
export async function readClipboard(): Promise<string> {
  return await clipboard.readText();
}

/** Empties the clipboard, where that text still lies on it. */
export async function clearClipboard(text: string): Promise<void> {
  if ((await readClipboard()) === text) clipboard.clear();
}

/** Puts a text on the clipboard. */
export async function writeClipboard(text: string): Promise<void> {
  await clipboard.writeText(text);
}

/** Shows a notification on the desktop, unless the window has the focus already: it says the same. */
export function notify(window: BrowserWindow, title: string, text: string, onOpen: () => void): void {
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
export function watchPlace(window: BrowserWindow, listener: () => void): void {
  window.on('move', listener);
  window.on('resize', listener);
  window.on('restore', listener);
  screen.on('display-metrics-changed', listener);
  window.once('closed', () => void screen.off('display-metrics-changed', listener));
}
