// Stands for `node:fs/promises` in what the laboratory bundles of the console: every call goes on to the real one, and what
// changes a file is written down with its order, so that a power cut can be made at any place of it (scripts/faults.mjs).
import { type FileHandle, open as realOpen, stat, unlink } from 'node:fs/promises';

export { stat, unlink };

/** What changed a disk, in order. `note` is the laboratory's own: what was acknowledged, and what the database took. */
export type DiskEvent =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly at: number;
      readonly bytes: Buffer;
      /** The file reached this size, and holds there what it held before, or zeros. */
      readonly isLost?: boolean;
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'failed sync'; readonly path: string }
  | { readonly kind: 'note'; readonly what: string; readonly value: string };

let events: DiskEvent[] | undefined;

/** Begins a record, or ends it. @returns the events so far */
export function record(isOn: boolean): readonly DiskEvent[] {
  const recorded = events ?? [];
  events = isOn ? [] : undefined;
  return recorded;
}

/** What a disk is asked, and may fail at. */
type Asked = 'write' | 'truncate' | 'sync';
let faultOf: ((asked: Asked) => string | undefined) | undefined;

/** Has the disk fail from now on, with what `fault` gives as the code of the system's error; undefined ends it. */
export const failWith = (fault: typeof faultOf): void => void (faultOf = fault);

/** A disk that fails now and then: an error of the device, or no room. */
export const failingDisk =
  (random: () => number, rate: number): typeof faultOf =>
  (asked) =>
    random() < rate ? (asked === 'sync' || random() < 0.5 ? 'EIO' : 'ENOSPC') : undefined;

const failAt = (asked: Asked): NodeJS.ErrnoException | undefined => {
  const code = faultOf?.(asked);
  return code === undefined ? undefined : Object.assign(new Error(`${code}: the laboratory`), { code });
};

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
  // Of a write that fails a part may have been done.
  const partOf = async (bytes: Buffer, at: number | null, error: Error): Promise<never> => {
    const part = bytes.subarray(0, Math.floor(bytes.length / 2));
    wrote(at ?? end, part);
    await handle.write(part, 0, part.length, at);
    throw error;
  };
  const requireSync = (): void => {
    const error = failAt('sync');
    if (error === undefined) return;
    events?.push({ kind: 'failed sync', path });
    throw error;
  };
  const recorded: Partial<Record<keyof FileHandle, (...given: never[]) => unknown>> = {
    appendFile: async (data: unknown) => {
      const error = failAt('write');
      if (error !== undefined) await partOf(bytesOf(data), null, error);
      wrote(end, bytesOf(data));
      await handle.appendFile(bytesOf(data));
    },
    write: async (buffer: Buffer, offset: number, length: number, position: number) => {
      const error = failAt('write');
      if (error !== undefined) await partOf(buffer.subarray(offset, offset + length), position, error);
      wrote(position, buffer.subarray(offset, offset + length));
      return await handle.write(buffer, offset, length, position);
    },
    truncate: async (size: number) => {
      const error = failAt('truncate');
      if (error !== undefined) throw error;
      events?.push({ kind: 'truncate', path, size });
      end = size;
      await handle.truncate(size);
    },
    // What was written before the call is on the disk once it resolves, and not before.
    datasync: async () => {
      requireSync();
      await handle.datasync();
      synced();
    },
    sync: async () => {
      requireSync();
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

/**
 * How much of what was not synced a power cut leaves: a part of the writes, the last of them torn, or zeros in its place. Where
 * the disk reorders, any of them: some whole, some torn, some lost with later ones there.
 */
function cutWrites(
  durable: Buffer,
  pending: readonly DiskEvent[],
  random: () => number,
  isReordered: boolean,
): Buffer {
  if (isReordered && random() < 0.5) {
    return pending
      .flatMap((event) => sectorsOf(event))
      .flatMap((event) => {
        const fate = random();
        if (fate < 0.4) return [];
        if (fate < 0.6 && event.kind === 'write')
          return [{ ...event, bytes: event.bytes.subarray(0, Math.floor(random() * event.bytes.length)) }];
        return [event];
      })
      .reduce(applyTo, durable);
  }
  const kept = pending.slice(0, Math.floor(random() * (pending.length + 1)));
  let content = kept.reduce(applyTo, durable);
  const next = pending[kept.length];
  if (next?.kind === 'write' && random() < 0.7) {
    const length = Math.floor(random() * next.bytes.length);
    // The file's length may reach the disk before what it holds.
    const isLost = next.isLost === true || random() < 0.3;
    content = applyTo(content, { ...next, bytes: next.bytes.subarray(0, length), isLost });
  }
  return content;
}

/** So many bytes reach a disk together, in bytes: few, so that short files have many of them. */
const SECTOR = 256;

/** A write as the disk does it: each sector for itself. */
function sectorsOf(event: DiskEvent): readonly DiskEvent[] {
  if (event.kind !== 'write') return [event];
  const sectors: DiskEvent[] = [];
  for (let start = 0; start < event.bytes.length;) {
    const end = Math.min(event.bytes.length, start + SECTOR - ((event.at + start) % SECTOR));
    sectors.push({ ...event, at: event.at + start, bytes: event.bytes.subarray(start, end) });
    start = end;
  }
  return sectors;
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
  if (event.isLost !== true) event.bytes.copy(grown, event.at);
  return grown;
}

/**
 * A file as it lies there after a power cut behind the first `count` events: what was synced is there, of the rest a part.
 * What a failed sync covered may be lost for good: a later sync knows nothing of it, unless it was written again.
 * @param first what it held before the record began
 */
export function fileAfterCut(
  path: string,
  happened: readonly DiskEvent[],
  random: () => number,
  { first = Buffer.alloc(0), isReordered = false }: { first?: Buffer; isReordered?: boolean } = {},
): Buffer {
  let durable = first;
  let pending: DiskEvent[] = [];
  for (const event of happened) {
    if (event.kind === 'note' || event.path !== path) continue;
    if (event.kind === 'sync') {
      durable = pending.reduce(applyTo, durable);
      pending = [];
    } else if (event.kind === 'failed sync') {
      // Written or forgotten: nobody will say which. A file's size is no page, and stays.
      const from = Math.floor(random() * (pending.length + 1));
      const isForgotten = (index: number): boolean => (isReordered ? random() < 0.5 : index >= from);
      pending = pending.map((each, index) =>
        each.kind === 'write' && isForgotten(index) ? { ...each, isLost: true } : each,
      );
    } else pending.push(event);
  }
  return cutWrites(durable, pending, random, isReordered);
}
