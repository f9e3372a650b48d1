import { type FileHandle, open } from 'node:fs/promises';

/** Moves what stands behind the journal's end into a file beside it, and cuts it off. */
export async function keepAside(
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
