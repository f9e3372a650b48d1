import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that only this user can read, and puts it in the place of the one at that path. What was there is neither
 * written to nor followed: not its mode, not a link, not whoever has it open.
 * @throws a system error; then what was there is unchanged
 */
export async function writePrivateFile(path: string, text: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(8).toString('hex')}`);
  await createPrivateFile(temporary, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Writes a new file that only this user can read; it is on the disk when this resolves.
 * @throws a system error, `EEXIST` where the name is taken, by a link too
 */
export async function createPrivateFile(path: string, text: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
  await file.close();
}

/** Makes the new name outlast a power cut, where the system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows has no such thing; the file itself is on the disk.
  }
}
