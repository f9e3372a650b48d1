import { join } from 'node:path';
import { app, dialog } from 'electron';
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
