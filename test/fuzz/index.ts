import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { startCoverage } from './coverage.ts';
import { fuzz } from './fuzz.ts';
import { SUBJECTS } from './subjects.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    chain: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
const chosen = SUBJECTS.filter(
  ({ name }) => values.chain === undefined || name === values.chain.toLowerCase(),
);
if (chosen.length === 0 || !(seconds > 0)) {
  const names = SUBJECTS.map(({ name }) => name).join('|');
  process.stderr.write(`npm run fuzz -- [--chain ${names}] [--seconds 60] [--seed 1]\n`);
  process.exit(2);
}

for (const { name, target, seeds, words } of chosen) {
  // Everything that the decoder is bundled from counts, this file and the fuzzer's own included: they run alike each time.
  const coverage = await startCoverage((url) => url.startsWith('file:') && !url.includes('/node_modules/@'));
  const until = performance.now() + seconds * 1000;
  const { runs, kept, covered, finding } = await fuzz(target, coverage, {
    seeds: seeds(),
    words,
    seed: Number(values.seed),
    resume: () => performance.now() < until,
  });
  await coverage.stop();
  const perSecond = Math.round(runs / seconds);
  process.stdout.write(
    `${name}: ${runs} inputs (${perSecond} a second), ${kept.length} kept, ${covered} characters of code ran\n`,
  );
  if (finding === null) continue;
  const folder = join(root, 'artifacts/fuzz');
  mkdirSync(folder, { recursive: true });
  const hex = toHex(finding.input);
  const file = join(folder, `${name}-${sha256Hex(finding.input).slice(0, 12)}.hex`);
  writeFileSync(file, `${hex}\n`);
  const reason = finding.error instanceof Error ? (finding.error.stack ?? finding.error.message) : 'a throw';
  process.stdout.write(`FOUND ${hex}\n${reason}\n`);
  process.exitCode = 1;
}
