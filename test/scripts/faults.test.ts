import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// The laboratory as a developer runs it, for a short time and by one seed: scripts/faults.mjs.
const script = join(import.meta.dirname, '../../scripts/faults.mjs');
/** Each round waits for disks and processes: on a busy machine all of them took nine minutes. */
const LIMIT_MS = 1_800_000;
const run = async (...argv: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [script, ...argv], { timeout: LIMIT_MS })).stdout;

it(
  'finds nothing lost, half or twice after kills, power cuts, clock jumps and a lying peer',
  async () => {
    const output = await run('--seconds', '3', '--seed', '1');
    for (const part of ['journal', 'results', 'clock', 'peer', 'disk', 'device', 'service'])
      expect(output).toMatch(new RegExp(`^${part}: \\d+ `, 'mu'));
    expect(output).not.toContain('BROKEN');
  },
  LIMIT_MS + 10_000,
);

it(
  'finds each of the faults that were put into the code on purpose',
  async () => {
    // In rounds, because a busy machine gets through few in a second. Most show in the first, all in less than a hundred: which
    // of two writes ends first isn’t the seed’s to say.
    const output = await run('--mutants', '--seconds', '1', '--rounds', '100', '--seed', '1');
    // Where nothing can be mounted, the test says so.
    expect(output.replaceAll(': skipped', ': found').trimEnd().split('\n')).toEqual([
      'journal-without-datasync: found',
      'journal-sync-not-repeated: found',
      'head-before-flush: found',
      'lines-without-intent: found',
      'journal-takes-holes-for-tampering: found',
      'results-keep-holes: found',
      'results-not-flushed: found',
      'failed-results-left-behind: found',
      'full-disk-hidden-by-the-rollback: found',
      'database-without-sync: found',
      'read-only-told-as-failed: found',
      'expiry-by-the-wall-clock: found',
      'answer-without-a-limit: found',
    ]);
  },
  LIMIT_MS + 10_000,
);
