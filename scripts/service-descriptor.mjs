// The file descriptor of `--storage-key-fd`, on its way from who started us to the service.
import { openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { fail } from './prepare.mjs';

/**
 * The descriptor to hand on, or undefined when there is none beyond standard input, output and error (those are
 * inherited anyway). npm starts its scripts without further descriptors; on Linux they are fetched from npm itself.
 * @param {readonly string[]} argv
 * @returns {{ number: number, held: number } | undefined} the number that the service shall see, and ours
 */
export function handedDescriptor(argv) {
  const number = askedFor(argv);
  if (number === undefined || number <= 2) return undefined;
  if (process.env['npm_lifecycle_event'] === undefined) return { number, held: number };
  try {
    return { number, held: openSync(`/proc/${npmProcess()}/fd/${number}`, 'r') };
  } catch {
    return fail(
      `npm does not hand on file descriptor ${number} here. Give the key on standard input (--storage-key-fd 0), or run ` +
        'node scripts/service.mjs in place of npm run service.',
    );
  }
}

/** @param {readonly string[]} argv @returns {number | undefined} */
function askedFor(argv) {
  const at = argv.findIndex(
    (argument) => argument === '--storage-key-fd' || argument.startsWith('--storage-key-fd='),
  );
  const text = argv[at]?.split('=')[1] ?? argv[at + 1] ?? '';
  return at !== -1 && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
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
