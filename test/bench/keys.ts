import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { type Figure, atMost, median } from './figure.ts';
import { fillFolder } from './filled.ts';
import { SERVICE_UP, keychainOf, launch, usedFolder } from './window.ts';

const KEYS = 10_000;
const ROUNDS = 5;
const AIM_MS = 50;
/** Typed letter by letter: some of the keys, then one of them. */
const WORD = 'key 9876';
const KEYCHAIN_MS = 10_000;

/** What the page measures of itself while it is used. */
interface Watch {
  /** The longest time for which nothing else got its turn, in ms. */
  longest: number;
  /** From each letter until it stood there and the page was drawn, in ms. */
  letters: number[];
}
interface Watched {
  watch: Watch;
}

/** The console's window over a service with so many keys: what blocks it when its keys are opened, and searched. */
export async function benchKeys(root: string): Promise<Figure[]> {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) {
    process.stdout.write('  left out: no Electron runtime (ELECTRON_OVERRIDE_DIST_PATH)\n');
    return [];
  }
  const data = await usedFolder(root);
  try {
    const storageKey = await openKeychain(KEYCHAIN_MS, keychainOf(data)).get('service-storage-key');
    if (storageKey === null) throw new Error('the console made a storage key');
    await fillFolder(join(data, 'service'), Buffer.from(storageKey, 'hex'), 0, KEYS);
    const longest: number[] = [];
    const letters: number[] = [];
    const typing: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const seen = await openAndSearch(root, data);
      longest.push(seen.opening);
      letters.push(...seen.letters);
      typing.push(seen.typing);
      process.stdout.write(
        `  keys: all shown after ${seen.shown.toFixed(0)} ms, longest task ${seen.opening.toFixed(0)} ms; letters ${seen.letters.map((ms) => ms.toFixed(0)).join(' ')} ms, longest task ${seen.typing.toFixed(0)} ms\n`,
      );
    }
    const p95 = letters.sort((a, b) => a - b)[Math.ceil(letters.length * 0.95) - 1] ?? 0;
    const of = `with ${KEYS.toLocaleString('en')} keys, against ${AIM_MS} ms`;
    return [
      atMost(1, `longest task while the keys screen opens ${of}`, median(longest) / AIM_MS),
      atMost(1, `a letter in its search until it is drawn (p95) ${of}`, p95 / AIM_MS),
      atMost(1, `longest task while one searches ${of}`, median(typing) / AIM_MS),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

interface Seen {
  readonly opening: number;
  readonly shown: number;
  readonly letters: readonly number[];
  readonly typing: number;
}

async function openAndSearch(root: string, data: string): Promise<Seen> {
  const electron = await launch(root, data);
  try {
    const page = await electron.firstWindow();
    await page.locator('footer').getByText(SERVICE_UP, { exact: true }).waitFor();
    // What a window does after its start is over: other screens are loaded, the signers are read.
    await page.getByRole('button', { name: /Sign with/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(startWatching);
    await takeWatch(page);
    const began = performance.now();
    await page.keyboard.press('Control+3');
    await page.getByText(`${KEYS.toLocaleString('en')} keys`, { exact: true }).waitFor();
    const shown = performance.now() - began;
    const opening = (await takeWatch(page)).longest;
    const find = page.getByRole('searchbox');
    await find.focus();
    await takeWatch(page);
    await page.keyboard.type(WORD, { delay: 120 });
    // The words may be found in other keys' hex, too: the first key of all is none of those.
    await page.getByText('Key 0', { exact: true }).waitFor({ state: 'hidden' });
    const searched = await takeWatch(page);
    return { opening, shown, letters: searched.letters, typing: searched.longest };
  } finally {
    await electron.close();
  }
}

/** What was seen since the last time. */
const takeWatch = (page: Page): Promise<Watch> =>
  page.evaluate(() => {
    const { watch } = globalThis as unknown as Watched;
    const seen = { ...watch };
    Object.assign(watch, { longest: 0, letters: [] });
    return seen;
  });

/** Runs in the page: asks for a turn without end, and notes how long it waited for one. */
function startWatching(): void {
  const watch: Watch = { longest: 0, letters: [] };
  (globalThis as unknown as Watched).watch = watch;
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    watch.longest = Math.max(watch.longest, now - last);
    last = now;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      // The frame after the next one is drawn from what this event changed.
      requestAnimationFrame(() => {
        const drawn = new MessageChannel();
        drawn.port1.onmessage = () => {
          watch.letters.push(performance.now() - timeStamp);
        };
        drawn.port2.postMessage(null);
      });
    },
    true,
  );
}
