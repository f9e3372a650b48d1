import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import { createPrivateFile } from '../platform/write-private-file.ts';

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Writes a text into the downloads folder, readable by the operator alone, under the name given or, where that is
 * taken, with a number behind it. This host has no save dialog.
 * @param name a file name without folders; the bridge's contract allows no other
 * @returns the path
 */
export async function saveText(
  name: string,
  text: string,
  folder = join(homedir(), 'Downloads'),
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    try {
      await createPrivateFile(path, text);
      return path;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
}
