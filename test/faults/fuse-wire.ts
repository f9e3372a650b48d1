// The messages between Linux and a file system in a program, as far as the laboratory's disk needs them. Source: include/uapi/linux/fuse.h
// of Linux, version 7.31 of the protocol; numbers are little-endian.

/** What is asked; the numbers are the kernel's. */
export const ASKED = {
  ...{ lookup: 1, forget: 2, getattr: 3, setattr: 4, mknod: 8, mkdir: 9, unlink: 10, rmdir: 11, rename: 12 },
  ...{ link: 13, open: 14, read: 15, write: 16, statfs: 17, release: 18, fsync: 20, flush: 25, init: 26 },
  ...{ opendir: 27, readdir: 28, releasedir: 29, fsyncdir: 30, access: 34, create: 35, interrupt: 36 },
  ...{ destroy: 38, batchForget: 42, rename2: 45 },
} as const;

/** Errors of the system, by their numbers. */
export const ERRNO = {
  ENOENT: 2,
  EIO: 5,
  EEXIST: 17,
  ENOTEMPTY: 39,
  ENOSPC: 28,
  EROFS: 30,
  ENOSYS: 38,
} as const;

export const MOST_WRITTEN = 128 * 1024;
const HEADER = 40;

/** A request of the kernel's. */
export interface Request {
  readonly opcode: number;
  readonly unique: bigint;
  readonly node: number;
  readonly body: Buffer;
}

export const readRequest = (bytes: Buffer): Request => ({
  opcode: bytes.readUInt32LE(4),
  unique: bytes.readBigUInt64LE(8),
  node: Number(bytes.readBigUInt64LE(16)),
  body: bytes.subarray(HEADER),
});

/** An answer: a body, or the number of an error. */
export function answerTo({ unique }: Request, answer: Buffer | number): Buffer {
  const body = typeof answer === 'number' ? Buffer.alloc(0) : answer;
  const header = Buffer.alloc(16);
  header.writeUInt32LE(16 + body.length, 0);
  header.writeInt32LE(typeof answer === 'number' ? -answer : 0, 4);
  header.writeBigUInt64LE(unique, 8);
  return Buffer.concat([header, body]);
}

/** Text up to the first NUL from a place on. */
export const textAt = (body: Buffer, at: number): string => body.toString('utf8', at, body.indexOf(0, at));

export const numbers = (...values: readonly (readonly [bits: 16 | 32 | 64, value: number])[]): Buffer =>
  Buffer.concat(
    values.map(([bits, value]) => {
      const bytes = Buffer.alloc(bits / 8);
      if (bits === 64) bytes.writeBigUInt64LE(BigInt(value));
      else bytes.writeUIntLE(value, 0, bits / 8);
      return bytes;
    }),
  );

/** What is known of a file or folder. */
export interface Attributes {
  readonly node: number;
  readonly size: number;
  readonly mode: number;
}

/** `struct fuse_attr`. */
function attributes({ node, size, mode }: Attributes): Buffer {
  const times: [64, number][] = [
    [64, 0],
    [64, 0],
    [64, 0],
  ];
  return numbers(
    ...([
      [64, node],
      [64, size],
      [64, Math.ceil(size / 512)],
    ] as const),
    ...times,
    ...([
      [32, 0],
      [32, 0],
      [32, 0],
      [32, mode],
      [32, 1],
      [32, 0],
      [32, 0],
      [32, 0],
      [32, 4096],
      [32, 0],
    ] as const),
  );
}

/** `struct fuse_attr_out`: nothing of it is kept by the kernel. */
export const attributesOut = (of: Attributes): Buffer =>
  Buffer.concat([numbers([64, 0], [32, 0], [32, 0]), attributes(of)]);

/** `struct fuse_entry_out`. */
export const entryOut = (of: Attributes): Buffer =>
  Buffer.concat([numbers([64, of.node], [64, 1], [64, 0], [64, 0], [32, 0], [32, 0]), attributes(of)]);

/** `struct fuse_init_out`, of an answer to any kernel since 4.20. */
export const initOut = (): Buffer =>
  numbers(
    ...([
      [32, 7],
      [32, 31],
      [32, MOST_WRITTEN],
      [32, 1 << 5],
      [16, 12],
      [16, 9],
      [32, MOST_WRITTEN],
      [32, 1],
    ] as const),
    ...Array.from({ length: 9 }, () => [32, 0] as const),
  );

/** `struct fuse_statfs_out`: a disk with room. */
export const statfsOut = (): Buffer =>
  numbers(
    ...([
      [64, 1 << 20],
      [64, 1 << 19],
      [64, 1 << 19],
      [64, 1 << 16],
      [64, 1 << 15],
    ] as const),
    ...([
      [32, 4096],
      [32, 255],
      [32, 4096],
      [32, 0],
    ] as const),
    ...Array.from({ length: 6 }, () => [32, 0] as const),
  );

/** `struct fuse_dirent`. */
export function entryOfFolder(node: number, next: number, mode: number, name: string): Buffer {
  const bytes = Buffer.from(name);
  const head = numbers([64, node], [64, next], [32, bytes.length], [32, mode >>> 12]);
  return Buffer.concat([head, bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
}
