import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { atMost, median, type Figure } from './figure.ts';
import { fill } from './filled.ts';
import { startProcess } from './process.ts';

const KEYS = 100_000;
/** The peer: the same service with so little in it. */
const FEW = 100;
const ROUNDS = 5;
const AIM_MS = 2000;

/** What the digest over all sealed rows costs a start with 100,000 keys, each with an address, against one with 100. */
export async function benchStart(root: string): Promise<Figure[]> {
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', randomBytes(32));
  const many = await started(root, publicKey, KEYS);
  const few = await started(root, publicKey, FEW);
  process.stdout.write(`  ${KEYS} keys: ${many.toFixed(0)} ms, ${FEW} keys: ${few.toFixed(0)} ms\n`);
  const what = `what ${KEYS} sealed keys add to the start of the service, against the aim of ${AIM_MS} ms`;
  return [atMost(1, what, (many - few) / AIM_MS)];
}

/** Milliseconds from the start of the process to its ready line, the middle of some. */
async function started(root: string, publicKey: string, keys: number): Promise<number> {
  const { service, folder, options } = await fill(root, publicKey, 0, keys);
  try {
    // The first start after the filling is the warm-up.
    await service.stop();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const running = await startProcess(options);
      times.push(performance.now() - began);
      await running.stop();
    }
    return median(times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
