import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From util-linux, by its path: no program of that name from elsewhere is run. */
export const PRLIMIT = '/usr/bin/prlimit';

/** The processes that a process started, and theirs; empty where the kernel does not list them (Linux lists them). */
function descendantsOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').trim().split(' '),
    );
    const pids = children.filter((child) => child !== '').map(Number);
    return pids.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    // It ended while it was read.
    return [];
  }
}

/**
 * Keeps this process and those that it starts out of core dumps, where that can be done without native code: on Linux. The
 * kernel writes no memory of theirs into a core (`coredump_filter`, core(5)), and, where util-linux is there, no core at all
 * (RLIMIT_CORE). Both are inherited; a process that was there before, such as Chromium's zygote, gets them too unless
 * it is one that the kernel dumps for root alone.
 * @returns resolves when all was tried; what cannot be had is left as it is
 */
export async function refuseCoreDumps(
  platform: NodeJS.Platform = process.platform,
  prlimit = PRLIMIT,
): Promise<void> {
  if (platform !== 'linux') return;
  const pids = [process.pid, ...descendantsOf(process.pid)];
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/coredump_filter`, '0x0');
    } catch {
      // Not ours to set, or gone.
    }
  }
  await Promise.all(pids.map((pid) => setNoCore(prlimit, pid)));
}

/** Sets the largest core of a process to nothing, for good: an ordinary user cannot raise the hard limit again. */
const setNoCore = (prlimit: string, pid: number): Promise<void> =>
  new Promise((resolve) => {
    execFile(prlimit, ['--pid', String(pid), '--core=0:0'], () => resolve());
  });

/** Has V8 overwrite with zeros what it frees from now on. Must run before there is a secret. */
export function zeroFreedMemory(): void {
  setFlagsFromString('--clear-free-memory');
  setFlagsFromString('--expose-gc');
}

/** Each collection moves what lives, or sweeps what the one before left: after three, what is dead is swept. */
const COLLECTIONS = 3;
/**
 * Arrays that live at once, of 272 bytes each: 54 MB, more than the spaces for young objects can have together (48 MB). Pages
 * that they gave back keep what was on them until something lives there; 8 of 8 first locks left strings so, and with 33 MB none of 32.
 */
const FILL = 200_000;
/** How often they do. */
const FILLS = 3;
/** Matches every text. */
const ANY = /.?/s;

/**
 * Collects all garbage of this process: strings that held a secret, and copies that the engine made. With
 * {@link zeroFreedMemory} before it, their memory is overwritten. Blocks for some tenths of a second.
 */
export function collectGarbage(): void {
  // The function is there in contexts that are made after the flag was set.
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect !== 'function') return;
  // V8 keeps the text that a regular expression matched last (`RegExp.input`): it may have been a key, whose form was checked.
  ANY.test('');
  for (let count = 0; count < COLLECTIONS; count += 1) (collect as () => void)();
  // Once left one string of 400 in four busy processes of forty, three times in one of eighty.
  for (let count = 0; count < FILLS; count += 1) {
    overwriteFreePages();
    (collect as () => void)();
  }
}

/** Has the engine put something on each page that it keeps ready: it zeroes what it sweeps, not what it gave back whole. */
function overwriteFreePages(): void {
  const living: number[][] = [];
  for (let count = 0; count < FILL; count += 1) living.push(new Array<number>(32).fill(0));
  // Let go one by one, and used until here: an engine that sees no use keeps nothing alive.
  while (living.length > 0) living.pop();
}
