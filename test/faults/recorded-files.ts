// Stands for `node:fs/promises` in what the laboratory bundles of the console: every call goes on to the real one, and what
// changes a file is written down with its order, so that a power cut can be made at any place of it (scripts/faults.mjs).
import { type FileHandle, open as realOpen, stat, unlink } from 'node:fs/promises';

export { stat, unlink };

/** What changed a disk, in order. `note` is the laboratory's own: what was acknowledged, and what the database took. */
export type DiskEvent =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'note'; readonly what: string; readonly value: string };

let events: DiskEvent[] | undefined;

/** Begins a record, or ends it. @returns the events so far */
export function record(isOn: boolean): readonly DiskEvent[] {
  const recorded = events ?? [];
  events = isOn ? [] : undefined;
  return recorded;
}

/** Writes down something that is no file's change. */
export const note = (what: string, value: string): void => void events?.push({ kind: 'note', what, value });

const bytesOf = (data: unknown): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array);

/** As the real one; the handle writes down what is done with it. */
export async function open(path: string, flags?: string | number, mode?: number): Promise<FileHandle> {
  const handle = await realOpen(path, flags, mode);
  let end = (await handle.stat()).size;
  const wrote = (at: number, bytes: Buffer): void => {
    events?.push({ kind: 'write', path, at, bytes: Buffer.from(bytes) });
    end = Math.max(end, at + bytes.length);
  };
  const synced = (): void => void events?.push({ kind: 'sync', path });
  const recorded: Partial<Record<keyof FileHandle, (...given: never[]) => unknown>> = {
    appendFile: async (data: unknown) => {
      wrote(end, bytesOf(data));
      await handle.appendFile(bytesOf(data));
    },
    write: async (buffer: Buffer, offset: number, length: number, position: number) => {
      wrote(position, buffer.subarray(offset, offset + length));
      return await handle.write(buffer, offset, length, position);
    },
    truncate: async (size: number) => {
      events?.push({ kind: 'truncate', path, size });
      end = size;
      await handle.truncate(size);
    },
    // What was written before the call is on the disk once it resolves, and not before.
    datasync: async () => {
      await handle.datasync();
      synced();
    },
    sync: async () => {
      await handle.sync();
      synced();
    },
  };
  return new Proxy(handle, {
    get: (target, name) => {
      const own = recorded[name as keyof FileHandle];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** How much of what was not synced a power cut leaves: a part of the writes, the last of them torn, or zeros in its place. */
function cutWrites(durable: Buffer, pending: readonly DiskEvent[], random: () => number): Buffer {
  const kept = pending.slice(0, Math.floor(random() * (pending.length + 1)));
  let content = kept.reduce(applyTo, durable);
  const next = pending[kept.length];
  if (next?.kind === 'write' && random() < 0.7) {
    const length = Math.floor(random() * next.bytes.length);
    // The file's length may reach the disk before what it holds.
    const bytes = random() < 0.3 ? Buffer.alloc(length) : next.bytes.subarray(0, length);
    content = applyTo(content, { ...next, bytes: Buffer.from(bytes) });
  }
  return content;
}

function applyTo(content: Buffer, event: DiskEvent): Buffer {
  if (event.kind === 'truncate') {
    const cut = Buffer.alloc(event.size);
    content.copy(cut);
    return cut;
  }
  if (event.kind !== 'write') return content;
  const grown = Buffer.alloc(Math.max(content.length, event.at + event.bytes.length));
  content.copy(grown);
  event.bytes.copy(grown, event.at);
  return grown;
}

/**
 * A file as it lies there after a power cut behind the first `count` events: what was synced is there, of the rest a part.
 * @param first what it held before the record began
 */
export function fileAfterCut(
  path: string,
  happened: readonly DiskEvent[],
  random: () => number,
  first: Buffer = Buffer.alloc(0),
): Buffer {
  let durable = first;
  let pending: DiskEvent[] = [];
  for (const event of happened) {
    if (event.kind === 'note' || event.path !== path) continue;
    if (event.kind === 'sync') {
      durable = pending.reduce(applyTo, durable);
      pending = [];
    } else pending.push(event);
  }
  return cutWrites(durable, pending, random);
}
