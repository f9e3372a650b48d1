import { readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

// Linux: what /proc says of running processes (proc(5)).

/** A process of Linux, as /proc shows it. */
interface ProcessStatus {
  /** Whether a filter of system calls is on it (`Seccomp: 2`), and it can gain no privileges (`NoNewPrivs: 1`). */
  readonly isFiltered: boolean;
  readonly gainsNothing: boolean;
}

/** Reads how a process is confined; null when it has ended. */
export async function readProcessStatus(pid: number): Promise<ProcessStatus | null> {
  const text = await readOrNull(`/proc/${pid}/status`);
  if (text === null) return null;
  return { isFiltered: /^Seccomp:\s*2$/m.test(text), gainsNothing: /^NoNewPrivs:\s*1$/m.test(text) };
}

/** A process and all that it started, as IDs; those that ended meanwhile are left out. */
export async function processTree(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // `pid (name) state parent …`: a name may hold brackets and blanks.
    const stat = await readOrNull(`/proc/${name}/stat`);
    const parent = /^.*\)\s\S\s(\d+)/s.exec(stat ?? '')?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = new Set([root]);
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.add(child);
  return [...tree];
}

/** The processes among these that draw Chromium's pages. */
export async function pageProcesses(pids: readonly number[]): Promise<readonly number[]> {
  const lines = await Promise.all(pids.map((pid) => readOrNull(`/proc/${pid}/cmdline`)));
  return pids.filter((_, index) => lines[index]?.split(/[\0 ]/).includes('--type=renderer'));
}

/** A port that something listens on. */
export interface ListeningPort {
  /** In the usual form, for example `127.0.0.1`, `::1`, `0.0.0.0`. */
  readonly address: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

/** The TCP ports that these processes listen on, and how many of them would not say. */
export async function listeningPorts(
  pids: readonly number[],
): Promise<{ readonly ports: readonly ListeningPort[]; readonly silent: number }> {
  const inodes = new Set<string>();
  let silent = 0;
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`;
    try {
      for (const name of await readdir(folder)) {
        const link = await readlink(join(folder, name)).catch(() => '');
        const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
        if (inode !== undefined) inodes.add(inode);
      }
    } catch (error) {
      // Chromium's pages and their helpers let nobody look, and cannot open a port; others have ended.
      if (!isGone(error)) silent += 1;
    }
  }
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readOrNull(`/proc/self/net/${name}`)));
  const ports = tables.flatMap((table) => parseSockets(table ?? '', inodes));
  return { ports, silent };
}

const LISTENS = '0A';

/** The listening sockets of a table (`/proc/net/tcp`, `tcp6`) that are among those inodes. */
export const parseSockets = (table: string, inodes: ReadonlySet<string>): ListeningPort[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const [, address, port] = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/.exec(local) ?? [];
    if (state !== LISTENS || address === undefined || port === undefined || !inodes.has(inode)) return [];
    return [{ ...readAddress(address), port: parseInt(port, 16) }];
  });

/** An address as the kernel writes it: 32-bit words, each with its bytes turned round. */
function readAddress(hex: string): Pick<ListeningPort, 'address' | 'isLoopback'> {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).reverse().map((byte) => parseInt(byte, 16)),
  );
  const last = bytes.slice(-4).join('.');
  if (bytes.length === 4) return { address: last, isLoopback: bytes[0] === 127 };
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  if (isMapped) return { address: `::ffff:${last}`, isLoopback: bytes[12] === 127 };
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  );
  const isLoopback = groups.join(':') === '0:0:0:0:0:0:0:1';
  return { address: isLoopback ? '::1' : groups.join(':'), isLoopback };
}

/** Whether a crash of this process would write its memory to the disk; null where /proc doesn't say. */
export async function writesCoreDumps(): Promise<boolean | null> {
  const limit = /^Max core file size\s+(\S+)/m.exec((await readOrNull('/proc/self/limits')) ?? '')?.[1];
  return limit === undefined ? null : limit !== '0';
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readOrNull = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);
