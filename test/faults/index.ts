// `npm run faults`: what can happen to disk, process, clock and peer, over and over, by a seed; one checker for each.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { seededRandom } from '../fixtures/seeded-random.ts';
import { clockJumps } from './clock-jumps.ts';
import { deviceFaults } from './device-faults.ts';
import { Skipped, fullDisks } from './full-disks.ts';
import { lyingPeers } from './lying-peers.ts';
import { Broken, journalCuts, resultCuts } from './power-cuts.ts';
import { serviceCuts } from './service-cuts.ts';

/** A part of the laboratory: one round by a seed; gives how many faults it made. @throws Broken */
type Part = (random: () => number) => Promise<number>;

const PARTS: Readonly<Record<string, { readonly what: string; readonly round: Part }>> = {
  journal: { what: 'power cuts of the journal', round: journalCuts },
  results: { what: 'power cuts of a batch’s results', round: resultCuts },
  clock: { what: 'clock jumps of the service', round: clockJumps },
  peer: { what: 'answers of a lying peer', round: lyingPeers },
  disk: { what: 'full and read-only disks', round: fullDisks },
  device: { what: 'errors, read-only disks and reordered power cuts of a disk in use', round: deviceFaults },
  service: { what: 'kills and power cuts of the service', round: serviceCuts },
};

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    // At least so many rounds of each part, however slow the machine is.
    rounds: { type: 'string', default: '1' },
    part: { type: 'string' },
  },
});
const chosen = Object.entries(PARTS).filter(([name]) => values.part === undefined || name === values.part);
const seconds = Number(values.seconds) / chosen.length;
const seed = Number(values.seed);
const least = Number(values.rounds);
if (chosen.length === 0 || !(seconds > 0) || !Number.isSafeInteger(seed) || !Number.isSafeInteger(least)) {
  process.stderr.write(
    `npm run faults -- [--seconds 60] [--rounds 1] [--seed 1] [--part ${Object.keys(PARTS).join('|')}]\n`,
  );
  process.exit(2);
}

const found: {
  part: string;
  what: string;
  rounds: number;
  faults: number;
  broken: string | null;
  skipped: string | null;
}[] = [];
for (const [part, { what, round }] of chosen) {
  const until = performance.now() + seconds * 1000;
  let [rounds, faults] = [0, 0];
  let broken: string | null = null;
  let skipped: string | null = null;
  do {
    rounds += 1;
    try {
      // Each round follows from the seed and its number: it can be run again alone.
      faults += await round(seededRandom(seed + rounds * 7_919));
    } catch (error) {
      if (error instanceof Skipped) skipped = error.message;
      else if (!(error instanceof Broken)) throw error;
      else broken = `${error.message} (seed ${seed}, round ${rounds})`;
    }
  } while (broken === null && skipped === null && (rounds < least || performance.now() < until));
  found.push({ part, what, rounds, faults, broken, skipped });
  process.stdout.write(
    skipped === null
      ? `${part}: ${faults} ${what} in ${rounds} rounds${broken === null ? '' : `; BROKEN: ${broken}`}\n`
      : `${part}: 0 ${what}: skipped, ${skipped}\n`,
  );
}
if (found.some(({ broken }) => broken !== null)) process.exitCode = 1;
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit();
