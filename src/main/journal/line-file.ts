import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** The journal's file as its writer sees it. Calls are made one after the other. */
export interface LineFile {
  /** Its path. */
  readonly file: string;
  /**
   * Writes at a place, which is its end but for what a crash or a failure left there: that is moved aside first. The bytes may
   * not be on the disk yet. @returns what somebody else did to the file since the last call
   */
  write(bytes: Buffer, at: number, isFirst: boolean): Promise<string | undefined>;
  /** Resolves when everything that was written is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file is made with the first line. */
export function openLineFile(file: string): LineFile {
  let handle: FileHandle | undefined;
  const reopen = async (): Promise<FileHandle> => {
    await handle?.close();
    handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    return handle;
  };
  return {
    file,
    write: async (bytes, at, isFirst) => {
      const before = handle ?? (await reopen());
      const [{ ino }, there] = await Promise.all([before.stat(), inodeOf(file)]);
      const isSame = ino === there;
      const opened = isSame ? before : await reopen();
      const { size } = await opened.stat();
      const found = !isSame
        ? 'The journal’s file was removed or replaced while the console was open.'
        : size !== at && !isFirst
          ? 'The journal’s file was changed while the console was open.'
          : undefined;
      if (size > at) await keepAside(opened, file, { at, size });
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await opened.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
      return found;
    },
    sync: async () => {
      const opened = handle ?? (await reopen());
      await opened.datasync();
    },
    close: async () => {
      await handle?.close();
      handle = undefined;
    },
  };
}

async function inodeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// What stands behind the journal's end moves into a file beside it, and is cut off.
async function keepAside(
  handle: FileHandle,
  file: string,
  { at, size }: { readonly at: number; readonly size: number },
): Promise<void> {
  const kept = await open(`${file}.torn`, 'a', 0o600);
  try {
    const rest = Buffer.alloc(size - at);
    const { bytesRead } = await handle.read(rest, 0, rest.length, at);
    await kept.appendFile(Buffer.concat([rest.subarray(0, bytesRead), Buffer.from('\n')]));
    await kept.datasync();
  } finally {
    await kept.close();
  }
  await handle.truncate(at);
}

/** Whether the file has that text before a place. */
export async function endsWith(file: string, end: number, text: string): Promise<boolean> {
  const expected = Buffer.from(text);
  if (expected.length > end) return false;
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(expected.length);
    await handle.read(bytes, 0, bytes.length, end - bytes.length);
    return bytes.equals(expected);
  } finally {
    await handle.close();
  }
}
