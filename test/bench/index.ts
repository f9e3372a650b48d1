import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inspect, parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { benchBatch } from './batch.ts';
import { benchCrypto } from './crypto.ts';
import { benchDecode } from './decode.ts';
import { withFigures } from './document.ts';
import { benchJournal } from './journal.ts';
import { benchKeys } from './keys.ts';
import { benchPolicies } from './policies.ts';
import { benchScale } from './scale.ts';
import { benchService } from './service.ts';
import { benchShared } from './shared.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStamping } from './stamping.ts';
import { benchUsers } from './users.ts';
import { benchWindow } from './window.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
const bundle = process.env['KEYOPS_BENCH'] ?? root;
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    document: { type: 'boolean', default: false },
  },
});
const wanted = values.only?.split(',');

const benches: Record<string, () => Promise<Figure[]>> = {
  // Before all that works in this process: a heap that has grown lets more garbage lie, and its check would seem to need that.
  journal: benchJournal,
  stamping: benchStamping,
  crypto: benchCrypto,
  decode: () => benchDecode(root),
  service: () => benchService(root, bundle),
  // How long each of its loads takes: `--seconds 1` for a look whether it works.
  shared: () => benchShared(root, Number(values.seconds ?? '4')),
  policies: () => benchPolicies(root),
  users: () => benchUsers(root),
  scale: () => benchScale(root, 100_000),
  million: () => benchScale(root, 1_000_000),
  start: () => benchStart(root),
  // Half a minute unless told otherwise: `--only soak --minutes 30` is the whole of it.
  soak: () => benchSoak(root, Number(values.minutes ?? '0.5')),
  window: () => benchWindow(root, bundle),
  keys: () => benchKeys(root),
  batch: benchBatch,
};

const [load = NaN] = loadavg();
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted !== undefined && !wanted.includes(name)) continue;
  process.stdout.write(`${name}\n`);
  try {
    figures.push(...(await bench()));
  } catch (error) {
    // The others take half an hour: one launch that hangs doesn't lose them.
    process.stderr.write(`${name} failed: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
}

process.stdout.write('\n');
for (const { name, ratio, goal, holds } of figures) {
  const result = holds === undefined ? '' : holds ? 'holds' : 'MISSES';
  process.stdout.write(`${result.padEnd(6)} ${ratio.toFixed(2).padStart(7)}  (${goal})  ${name}\n`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
if (values.document) {
  const file = join(root, 'docs/benchmarks.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), figures, { date, load }));
}
