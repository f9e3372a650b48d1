import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { pathOf, submitBody } from '#protocol/catalogue/operation.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner, apiPublicKeyOf, stamp } from '#protocol/stamp.ts';
import { atMost, median, type Figure } from './figure.ts';
import { load, type Shot } from './load.ts';
import { residentMegabytes } from './memory.ts';
import { startProcess } from './process.ts';

const CONNECTIONS = 8;
const BATCH = 200;
/** Batches at full speed, before: the maximum is measured, and caches and the heap find their size. */
const WARM_UP = 10;
/** Until its first full collection a heap only grows: that it fell shows in the process, or so many batches were not enough for one. */
const MOST_WARM_UP = 150;
const FELL = 0.95;
const SAMPLES = 5;

/**
 * Sends writes at half of the measured maximum for some minutes.
 * @returns the resident memory of the last tenth against that after the first tenth
 */
export async function benchSoak(root: string, minutes: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-soak-'));
  const secret = randomBytes(32);
  const signer = portableSigner('API_KEY_CURVE_P256', secret);
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', secret);
  const service = await startProcess({ root, folder, publicKey, storageKey: randomBytes(32) });
  let sequence = 0;
  const batch = (): Shot[] =>
    Array.from({ length: BATCH }, () => {
      // The name makes each body another, within the same millisecond too.
      const body = submitBody(createPrivateKeys, service.organizationId, Date.now(), {
        privateKeys: [
          {
            privateKeyName: `soak ${(sequence += 1)}`,
            curve: 'CURVE_ED25519',
            ...{ privateKeyTags: [], addressFormats: [] },
          },
        ],
      });
      const headers = { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) };
      return { path: pathOf(createPrivateKeys), headers, body };
    });
  try {
    const rates: number[] = [];
    let peak = 0;
    for (let now = 0; rates.length < MOST_WARM_UP; now = residentMegabytes(service.pid)) {
      peak = Math.max(peak, now);
      if (rates.length >= WARM_UP && now < peak * FELL) break;
      rates.push((await load(service.url, batch(), CONNECTIONS)).rate);
    }
    const half = median(rates) / 2;
    process.stdout.write(
      `  maximum ${median(rates).toFixed(0)}/s, soaking at ${half.toFixed(0)}/s for ${minutes} min\n`,
    );

    const began = performance.now();
    const lasts = minutes * 60_000;
    const memory: number[] = [];
    for (let sent = 0; performance.now() - began < lasts; sent += BATCH) {
      await load(service.url, batch(), CONNECTIONS);
      memory.push(residentMegabytes(service.pid));
      const due = began + ((sent + BATCH) / half) * 1000;
      await delay(Math.max(0, due - performance.now()));
    }
    const tenth = Math.max(SAMPLES, Math.floor(memory.length / 10));
    const before = median(memory.slice(0, 2 * tenth).slice(-tenth));
    const after = median(memory.slice(-tenth));
    process.stdout.write(`  resident ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB\n`);
    return [
      atMost(
        1.1,
        `resident memory after ${minutes} min at half of the maximum, against that of the beginning`,
        after / before,
      ),
    ];
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
