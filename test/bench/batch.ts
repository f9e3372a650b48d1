import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import type { Envelope } from '#preload/contract/call.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { type Launched, launchConsole } from '../e2e/launch.ts';
import { transferLines } from '../fixtures/batch-files.ts';
import { type Stage, approve, createCredential, createPrivateKey } from '../tour/steps.ts';
import { type Figure, atLeast, atMost } from './figure.ts';

const COUNT = 5_000;
const AIM_A_SECOND = 500;
const AIM_MS = 50;

/** A batch of transactions over a real local service, and what its window feels of it. */
export async function benchBatch(): Promise<Figure[]> {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) {
    process.stdout.write('  left out: no Electron runtime (ELECTRON_OVERRIDE_DIST_PATH)\n');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'keyops-bench-batch-'));
  const launched = await launchConsole({ host: 'electron' });
  try {
    const path = join(folder, 'payouts.jsonl');
    writeFileSync(path, transferLines(await newSigner(launched), COUNT));
    const { page } = launched;
    const stage = stageOf(launched);
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('textbox', { name: 'File' }).fill(path);
    await page.keyboard.press('Enter');
    await approve(stage, '');
    await page
      .getByRole('button', { name: `Review ${COUNT.toLocaleString('en')} requests` })
      .click({ timeout: 120_000 });
    await approve(stage, '');
    await page.evaluate(startAsking);
    const all = COUNT.toLocaleString('en');
    await page.getByText(`${all} of ${all} done`).waitFor({ timeout: 300_000 });
    const { tookMs, waits } = await whatCame(page);
    const perSecond = (COUNT / tookMs) * 1000;
    waits.sort((one, other) => one - other);
    const p95 = waits[Math.ceil(waits.length * 0.95) - 1] ?? Infinity;
    const lines = readFileSync(`${path}.results.jsonl`, 'utf8').split('\n').length - 1;
    if (lines !== COUNT) throw new Error(`The results have ${lines} lines.`);
    process.stdout.write(
      `  batch: ${perSecond.toFixed(0)} requests a second; a call of the window p95 ${p95.toFixed(0)} ms, longest ${(waits.at(-1) ?? 0).toFixed(0)} ms\n`,
    );
    return [
      atLeast(
        1,
        `a batch of ${all} transactions, requests a second against ${AIM_A_SECOND}`,
        perSecond / AIM_A_SECOND,
      ),
      atMost(1, `a call of the window meanwhile (p95) against ${AIM_MS} ms`, p95 / AIM_MS),
    ];
  } finally {
    await launched.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const stageOf = (launched: Launched): Stage => ({ ...launched, onScene: () => Promise.resolve() });

/** @returns the ID of a key that the service made */
async function newSigner(launched: Launched): Promise<string> {
  await createCredential(stageOf(launched), 'bench');
  await createPrivateKey(stageOf(launched), 'payouts');
  const keys = await launched.page.evaluate(() => (globalThis as unknown as Asking).keyops.keys.list());
  const [key] = keys.ok ? (keys.value as PrivateKey[]) : [];
  if (key === undefined) throw new Error('The key was made.');
  return key.privateKeyId;
}

interface Asking {
  keyops: { keys: { list(): Promise<Envelope> }; requestGroups: { list(): Promise<Envelope> } };
  /** `tookMs`: how long it was until the batch had ended; NaN before. */
  asked: { readonly waits: number[]; tookMs: number };
}

/**
 * Runs in the page: asks the main process how far the batch is, over and over, and notes how long each answer took. It notes the
 * end, too, because Playwright looks for a text only twice a second.
 */
function startAsking(): void {
  const own = globalThis as unknown as Asking;
  const asked: Asking['asked'] = { waits: [], tookMs: NaN };
  own.asked = asked;
  const startedAt = performance.now();
  const ask = async (): Promise<void> => {
    while (Number.isNaN(asked.tookMs)) {
      const began = performance.now();
      const groups = await own.keyops.requestGroups.list();
      asked.waits.push(performance.now() - began);
      if (groups.ok && (groups.value as RequestGroup[]).some(({ state }) => state === 'ended'))
        asked.tookMs = performance.now() - startedAt;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  void ask();
}

async function whatCame(page: Page): Promise<Asking['asked']> {
  await page.waitForFunction(() => !Number.isNaN((globalThis as unknown as Asking).asked.tookMs));
  return page.evaluate(() => (globalThis as unknown as Asking).asked);
}
