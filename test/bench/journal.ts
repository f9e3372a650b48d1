import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSealedHead } from '#main/journal/console-journal.ts';
import { type Journal, openJournal } from '#main/journal/journal.ts';
import { GENESIS, chain } from '#main/journal/line.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { memoryKeychain } from '../fixtures/memory-keychain.ts';
import { atLeast, atMost, type Figure } from './figure.ts';

const LINES = 4_000;
/** How many requests a batch has on its way at once. */
const AT_ONCE = 8;
const AIM_LINES = 1_000;
const MANY = 1_000_000;
const AIM_FIRST_MS = 100;
const AIM_MEMORY_MIB = 64;

const clock = {
  now: () => Date.now(),
  after: (ms: number, fn: () => void) => {
    const timer = setTimeout(fn, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
const entry = (n: number) => ({
  profile: 'Local',
  publicKey: '02'.padEnd(66, 'a'),
  operation: 'sign_transaction',
  digest: n.toString(16).padStart(64, '0'),
  outcome: 'completed',
});

/** The journal over a real database: how many lines a second reach the disk, and how a start with 1,000,000 of them goes. */
export async function benchJournal(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-bench-'));
  const file = join(folder, 'journal.jsonl');
  const storage = await openStorage(folder);
  const keychain = memoryKeychain();
  const start = (): Promise<Journal> =>
    openJournal(file, createSealedHead(storage.settings, keychain, folder), clock);
  try {
    let journal = await start();
    const alone = await linesPerSecond(journal, LINES / 10, 1);
    const together = await linesPerSecond(journal, LINES, AT_ONCE);
    await journal.close();
    process.stdout.write(
      `  journal: ${alone.toFixed(0)} lines/s one after the other, ${together.toFixed(0)} with ${AT_ONCE} at once\n`,
    );

    await fillJournal(file, async (end, hash) => {
      await createSealedHead(storage.settings, keychain, folder).set(
        JSON.stringify({ count: MANY, hash, end }),
      );
    });
    // What the lines before left behind is no memory of the check.
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    const before = process.memoryUsage().rss;
    const began = performance.now();
    journal = await start();
    await journal.append(entry(MANY));
    const firstMs = performance.now() - began;
    let most = before;
    const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
    await journal.checkedWhole();
    clearInterval(looking);
    const wholeMs = performance.now() - began;
    const { fault } = journal.status();
    await journal.close();
    if (fault !== undefined) throw new Error(fault);
    const grownMib = (most - before) / 2 ** 20;
    process.stdout.write(
      `  ${MANY} lines: the first new line after ${firstMs.toFixed(0)} ms, all checked after ` +
        `${(wholeMs / 1000).toFixed(1)} s, ${grownMib.toFixed(0)} MiB more\n`,
    );
    return [
      atLeast(
        1,
        `journal lines/s, ${AT_ONCE} at once, against the aim of ${AIM_LINES}`,
        together / AIM_LINES,
      ),
      atMost(
        1,
        `first line behind ${MANY} of the journal, against the aim of ${AIM_FIRST_MS} ms`,
        firstMs / AIM_FIRST_MS,
      ),
      atMost(
        1,
        `memory for the check of ${MANY} lines, against the aim of ${AIM_MEMORY_MIB} MiB`,
        grownMib / AIM_MEMORY_MIB,
      ),
    ];
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function linesPerSecond(journal: Journal, lines: number, atOnce: number): Promise<number> {
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < lines) await journal.append(entry((next += 1)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (lines / (performance.now() - began)) * 1000;
}

/** Writes a journal of that many lines in the place of the one that is there. */
async function fillJournal(file: string, done: (end: number, hash: string) => Promise<void>): Promise<void> {
  const handle = await open(file, 'w');
  let hash = GENESIS;
  let end = 0;
  let text = '';
  const flush = async (): Promise<void> => {
    end += Buffer.byteLength(text);
    await handle.appendFile(text);
    text = '';
  };
  for (let n = 1; n <= MANY; n += 1) {
    const line = chain(entry(n), n, new Date(n * 1000).toISOString(), hash);
    ({ hash } = line);
    text += `${JSON.stringify(line)}\n`;
    if (n % 1_000 === 0) await flush();
  }
  await flush();
  await handle.close();
  await done(end, hash);
}
