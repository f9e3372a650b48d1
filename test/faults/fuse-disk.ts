// A disk of the laboratory's own: a file system in this program (/dev/fuse), in memory. It writes down what is done to each file, fails
// when it's told to, and says what a power cut would have left. It runs in a process of its own, which nothing of the program waits in.
import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, read, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { seededRandom } from '../fixtures/seeded-random.ts';
import {
  ASKED,
  type Attributes,
  ERRNO,
  MOST_WRITTEN,
  type Request,
  answerTo,
  attributesOut,
  entryOfFolder,
  entryOut,
  initOut,
  numbers,
  readRequest,
  statfsOut,
  textAt,
} from './fuse-wire.ts';
import { type DiskEvent, fileAfterCut } from './recorded-files.ts';

/** What the disk is told to do. */
export type DiskOrder =
  | {
      readonly kind: 'fail';
      readonly code: 'EIO' | 'ENOSPC' | 'EROFS';
      readonly rate: number;
      readonly seed: number;
    }
  | { readonly kind: 'work' }
  /** Writes what a power cut at this moment leaves into a folder. */
  | { readonly kind: 'cut'; readonly into: string; readonly seed: number };

const FOLDER = 0o040700;
const FILE = 0o100600;
const ROOT = 1;

interface Node {
  mode: number;
  content: Buffer;
  size: number;
  readonly entries: Map<string, number>;
}

const nodes = new Map<number, Node>();
const events: DiskEvent[] = [];
let last = 0;
let failing: { readonly code: keyof typeof ERRNO; readonly isNow: () => boolean } | undefined;

function make(mode: number): number {
  last += 1;
  nodes.set(last, { mode, content: Buffer.alloc(0), size: 0, entries: new Map() });
  return last;
}
make(FOLDER);

/** The number of an error, thrown. */
class Refused extends Error {
  readonly errno: number;
  constructor(code: keyof typeof ERRNO) {
    super(code);
    this.errno = ERRNO[code];
  }
}
const nodeOf = (id: number): Node => {
  const node = nodes.get(id);
  if (node === undefined) throw new Refused('ENOENT');
  return node;
};
const childOf = (folder: number, name: string): number => {
  const id = nodeOf(folder).entries.get(name);
  if (id === undefined) throw new Refused('ENOENT');
  return id;
};
const known = (id: number): Attributes => ({ node: id, size: nodeOf(id).size, mode: nodeOf(id).mode });

/** What changes the disk, or asks whether it may be changed. */
function requireWorking(asked: 'write' | 'sync' | 'name'): void {
  if (failing?.isNow() !== true) return;
  // A disk without room, or that is read-only, has nothing to flush.
  if (asked === 'sync' && failing.code !== 'EIO') return;
  throw new Refused(failing.code);
}

function write(id: number, at: number, bytes: Buffer): void {
  const node = nodeOf(id);
  const end = at + bytes.length;
  if (end > node.content.length) {
    const grown = Buffer.alloc(Math.max(end, 2 * node.content.length));
    node.content.copy(grown);
    node.content = grown;
  }
  bytes.copy(node.content, at);
  node.size = Math.max(node.size, end);
  events.push({ kind: 'write', path: String(id), at, bytes: Buffer.from(bytes) });
}

function resize(id: number, size: number): void {
  const node = nodeOf(id);
  const cut = Buffer.alloc(size);
  node.content.copy(cut, 0, 0, Math.min(size, node.size));
  node.content = cut;
  node.size = size;
  events.push({ kind: 'truncate', path: String(id), size });
}

function rename(from: number, [name, newName]: readonly [string, string], to: number): void {
  requireWorking('name');
  const id = childOf(from, name);
  nodeOf(to).entries.set(newName, id);
  nodeOf(from).entries.delete(name);
}

function add(folder: number, name: string, mode: number): number {
  requireWorking('name');
  const { entries } = nodeOf(folder);
  if (entries.has(name)) throw new Refused('EEXIST');
  const id = make(mode);
  entries.set(name, id);
  return id;
}

const ANSWERS: Readonly<Record<number, (request: Request) => Buffer>> = {
  [ASKED.init]: initOut,
  [ASKED.lookup]: ({ node, body }) => entryOut(known(childOf(node, textAt(body, 0)))),
  [ASKED.getattr]: ({ node }) => attributesOut(known(node)),
  [ASKED.setattr]: ({ node, body }) => {
    const which = body.readUInt32LE(0);
    requireWorking('write');
    if ((which & 1) !== 0) nodeOf(node).mode = body.readUInt32LE(68);
    if ((which & 8) !== 0) resize(node, Number(body.readBigUInt64LE(16)));
    return attributesOut(known(node));
  },
  [ASKED.mknod]: ({ node, body }) => entryOut(known(add(node, textAt(body, 16), FILE))),
  [ASKED.mkdir]: ({ node, body }) => entryOut(known(add(node, textAt(body, 8), FOLDER))),
  [ASKED.create]: ({ node, body }) =>
    Buffer.concat([entryOut(known(add(node, textAt(body, 16), FILE))), opened()]),
  [ASKED.open]: () => opened(),
  [ASKED.opendir]: () => opened(),
  [ASKED.read]: ({ node, body }) => {
    const [at, most] = [Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)];
    const { content, size } = nodeOf(node);
    return content.subarray(Math.min(at, size), Math.min(at + most, size));
  },
  [ASKED.write]: ({ node, body }) => {
    const [at, size] = [Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)];
    const bytes = body.subarray(40, 40 + size);
    try {
      requireWorking('write');
    } catch (error) {
      // Of a write that fails a part may have been done; of a disk that is read-only nothing.
      if (failing?.code === 'EIO') write(node, at, bytes.subarray(0, Math.floor(size / 2)));
      throw error;
    }
    write(node, at, bytes);
    return numbers([32, size], [32, 0]);
  },
  [ASKED.fsync]: ({ node }) => {
    try {
      requireWorking('sync');
    } catch (error) {
      events.push({ kind: 'failed sync', path: String(node) });
      throw error;
    }
    events.push({ kind: 'sync', path: String(node) });
    return Buffer.alloc(0);
  },
  [ASKED.unlink]: ({ node, body }) => remove(node, textAt(body, 0)),
  [ASKED.rmdir]: ({ node, body }) => {
    const name = textAt(body, 0);
    if (nodeOf(childOf(node, name)).entries.size > 0) throw new Refused('ENOTEMPTY');
    return remove(node, name);
  },
  [ASKED.link]: ({ node, body }) => {
    requireWorking('name');
    const from = Number(body.readBigUInt64LE(0));
    nodeOf(node).entries.set(textAt(body, 8), from);
    return entryOut(known(from));
  },
  [ASKED.rename]: ({ node, body }) => renamed(node, body, 8),
  [ASKED.rename2]: ({ node, body }) => renamed(node, body, 16),
  [ASKED.readdir]: ({ node, body }) => {
    const [from, most] = [Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)];
    const parts: Buffer[] = [];
    let size = 0;
    for (const [index, [name, id]] of [...nodeOf(node).entries].entries()) {
      const entry = entryOfFolder(id, index + 1, nodeOf(id).mode, name);
      if (index < from || size + entry.length > most) continue;
      parts.push(entry);
      size += entry.length;
    }
    return Buffer.concat(parts);
  },
  [ASKED.statfs]: statfsOut,
  [ASKED.access]: ({ body }) => {
    if ((body.readUInt32LE(0) & 2) !== 0 && failing?.code === 'EROFS') throw new Refused('EROFS');
    return Buffer.alloc(0);
  },
  ...Object.fromEntries(
    [ASKED.release, ASKED.flush, ASKED.releasedir, ASKED.fsyncdir, ASKED.destroy].map((each) => [
      each,
      () => Buffer.alloc(0),
    ]),
  ),
};

const opened = (): Buffer => numbers([64, 0], [32, 0], [32, 0]);

function remove(folder: number, name: string): Buffer {
  requireWorking('name');
  childOf(folder, name);
  nodeOf(folder).entries.delete(name);
  return Buffer.alloc(0);
}

function renamed(node: number, body: Buffer, at: number): Buffer {
  const name = textAt(body, at);
  const newName = textAt(body, at + Buffer.byteLength(name) + 1);
  rename(node, [name, newName], Number(body.readBigUInt64LE(0)));
  return Buffer.alloc(0);
}

/** Writes the files of a folder as a power cut leaves them; their names are as they were. */
function cut(folder: number, into: string, random: () => number): void {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  for (const [name, id] of nodeOf(folder).entries) {
    const { mode } = nodeOf(id);
    // Its memory is no file's: SQLite makes it from the log.
    if (name.endsWith('-shm')) continue;
    if (mode === FOLDER) cut(id, join(into, name), random);
    else
      writeFileSync(join(into, name), fileAfterCut(String(id), events, random, { isReordered: true }), {
        mode: 0o600,
      });
  }
}

process.on('message', (order: DiskOrder) => {
  if (order.kind === 'work') failing = undefined;
  else if (order.kind === 'cut') cut(ROOT, order.into, seededRandom(order.seed));
  else {
    const random = seededRandom(order.seed);
    failing = { code: order.code, isNow: () => random() < order.rate };
  }
  process.send?.('done');
});
// Whoever ordered it has ended.
process.on('disconnect', () => process.exit());

const [, , folder = ''] = process.argv;
const device = openSync('/dev/fuse', 'r+');
const { status, stderr } = spawnSync(
  'mount',
  ['-i', '-t', 'fuse', '-o', 'fd=3,rootmode=40000,user_id=0,group_id=0', 'keyops-faults', folder],
  { stdio: ['ignore', 'ignore', 'pipe', device], encoding: 'utf8' },
);
if (status !== 0) {
  process.send?.(`refused: ${stderr}`);
  process.exit(1);
}
process.send?.('mounted');

const NO_ANSWER: readonly number[] = [ASKED.forget, ASKED.batchForget, ASKED.interrupt];
const buffer = Buffer.alloc(MOST_WRITTEN + 4096);
function serve(): void {
  read(device, buffer, 0, buffer.length, null, (error, length) => {
    // It was unmounted.
    if (error !== null) process.exit();
    const request = readRequest(buffer.subarray(0, length));
    if (!NO_ANSWER.includes(request.opcode)) writeSync(device, answerTo(request, answerOf(request)));
    serve();
  });
}
serve();

function answerOf(request: Request): Buffer | number {
  try {
    return ANSWERS[request.opcode]?.(request) ?? ERRNO.ENOSYS;
  } catch (error) {
    if (error instanceof Refused) return error.errno;
    throw error;
  }
}
