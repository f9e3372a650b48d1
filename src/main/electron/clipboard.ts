import { clipboard } from 'electron';

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
