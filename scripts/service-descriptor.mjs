// The file descriptors of `--storage-key-fd` and `--new-storage-key-fd`, on their way from who started us to the service.
import { openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { fail } from './prepare.mjs';

/**
 * The descriptors to hand on: those beyond standard input, output and error, which are inherited anyway. npm starts its
 * scripts without further descriptors; on Linux they are fetched from npm itself.
 * @param {readonly string[]} argv
 * @returns {{ number: number, held: number }[]} of each the number that the service shall see, and ours
 */
export function handedDescriptors(argv) {
  const numbers = [...new Set(argv.flatMap((argument, at) => askedFor(argument, argv[at + 1])))];
  return numbers.map((number) => ({ number, held: heldFor(number) }));
}

/** @param {number} number @returns {number} */
function heldFor(number) {
  if (process.env['npm_lifecycle_event'] === undefined) return number;
  try {
    return openSync(`/proc/${npmProcess()}/fd/${number}`, 'r');
  } catch {
    return fail(
      `npm does not hand on file descriptor ${number} here. Give a key on standard input (--storage-key-fd 0), or run ` +
        'node scripts/service.mjs in place of npm run service.',
    );
  }
}

/**
 * The number that an argument names, alone or with the next one; none where it isn't one of a key.
 * @param {string} argument @param {string | undefined} next
 * @returns {number[]}
 */
function askedFor(argument, next = '') {
  const [, inline] = /^--(?:new-)?storage-key-fd(?:=(.*))?$/.exec(argument) ?? [undefined, ''];
  const text = inline ?? next;
  return /^\d{1,4}$/.test(text) && Number(text) > 2 ? [Number(text)] : [];
}

/** The process id of the npm that runs this script: the nearest ancestor that is Node, past npm's shell. */
function npmProcess() {
  const node = realpathSync(process.execPath);
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) {
    if (readlinkSync(`/proc/${pid}/exe`) === node) return pid;
  }
  throw new Error('no npm above this process');
}

/** @param {number} pid */
function parentOf(pid) {
  // The name in parentheses may hold spaces; the parent is the second field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  return Number(fields?.[1]);
}
