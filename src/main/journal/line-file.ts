import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** The journal's file as its writer sees it. Calls are made one after the other. */
export interface LineFile {
  /** Adds a line at the end; gives its first byte, and the one behind its last. It may not be on the disk yet. */
  append(text: string): Promise<{ start: number; end: number }>;
  /** Resolves when everything that was added is on the disk. */
  sync(): Promise<void>;
  /** Says that an unfinished line may stand at the end: it is moved aside before the next one is added. */
  expectTorn(): void;
  close(): Promise<void>;
}

export function openLineFile(file: string): LineFile {
  let handle: FileHandle | undefined;
  let size = 0;
  let torn = false;
  return {
    append: async (text) => {
      if (torn) {
        await keepTornLine(file);
        torn = false;
        await handle?.close();
        handle = undefined;
      }
      if (handle === undefined) {
        handle = await open(file, 'a', 0o600);
        ({ size } = await handle.stat());
      }
      const bytes = Buffer.from(`${text}\n`);
      await handle.appendFile(bytes);
      const start = size;
      size += bytes.length;
      return { start, end: size - 1 };
    },
    sync: async () => {
      handle ??= await open(file, 'a', 0o600);
      await handle.datasync();
    },
    expectTorn: () => {
      torn = true;
    },
    close: async () => {
      await handle?.close();
      handle = undefined;
    },
  };
}

// The unfinished bytes move into a file beside the journal, and are cut off it.
async function keepTornLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const text = await handle.readFile();
    const end = text.lastIndexOf(0x0a) + 1;
    if (end === text.length) return;
    const kept = await open(`${file}.torn`, 'a', 0o600);
    try {
      await kept.appendFile(Buffer.concat([text.subarray(end), Buffer.from('\n')]));
      await kept.datasync();
    } finally {
      await kept.close();
    }
    await handle.truncate(end);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
