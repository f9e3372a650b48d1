import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResultsFile, openResultsSink } from '#main/features/batches/results-file.ts';
import { COMPANY_MS, openJournal } from '#main/journal/journal.ts';
import type { ChainedLine } from '#main/journal/line.ts';
import { AppError } from '#protocol/error.ts';
import { completedWith, sentRequest } from '../fixtures/batch-files.ts';
import { fakeClock } from '../fixtures/fake-clock.ts';
import { failWith, failingDisk, fileAfterCut, note, record } from './recorded-files.ts';

/** A broken promise of the program; its message is what is reported. */
export class Broken extends Error {
  override readonly name = 'Broken';
}
const CUTS = 12;

export const below = (random: () => number, end: number): number => Math.floor(random() * end);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-faults-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const entryOf = (isChange: boolean, n: number) => ({
  profile: 'Local',
  publicKey: '02'.padEnd(66, 'a'),
  operation: isChange ? 'create_private_keys' : 'whoami',
  digest: n.toString(16).padStart(64, '0'),
  outcome: 'completed',
});

/**
 * The console's journal: lines are appended, in some rounds to a disk that fails now and then or is full, and the power is cut
 * at a dozen places of what that wrote. A line whose writing failed is no line that was acknowledged. After each cut every line
 * that was acknowledged is there, once, the journal holds together, and goes on.
 * @returns how often the power was cut
 */
export const journalCuts = (random: () => number): Promise<number> =>
  inFolder(async (folder) => {
    const file = join(folder, 'journal.jsonl');
    const clock = fakeClock();
    record(true);
    let kept: string | undefined;
    const recordedHeads = {
      get: () => Promise.resolve(kept),
      set: async (text: string) => {
        // A commit that was begun may be on the disk; one that was answered is.
        note('head begun', text);
        await new Promise((resolve) => setImmediate(resolve));
        kept = text;
        note('head', text);
      },
      isOwn: () => Promise.resolve('yes' as const),
    };
    const journal = await openJournal(file, recordedHeads, clock);
    await journal.checked();
    const isFailing = random() < 0.5;
    if (isFailing) failWith(failingDisk(random, 0.2));
    const writing = { isOn: true };
    const appended = Array.from({ length: 4 + below(random, 20) }, async (_, n) => {
      const isChange = random() < 0.5;
      // Some in one turn, some while others are on their way.
      for (let turn = below(random, 12); turn > 0; turn -= 1) await new Promise(setImmediate);
      const line = await journal.append(entryOf(isChange, n)).catch((error: unknown) => {
        if (!isFailing || !(error instanceof AppError)) throw error;
      });
      if (line !== undefined) note('acknowledged', line.hash);
    });
    const ended = Promise.all(appended).finally(() => (writing.isOn = false));
    while (writing.isOn) {
      await new Promise(setImmediate);
      // Queries wait for others.
      if (random() < 0.1) clock.forward(COMPANY_MS);
    }
    await ended;
    failWith(undefined);
    // It goes on by itself once the disk does.
    if (isFailing) note('acknowledged', (await journal.append(entryOf(true, 999_999))).hash);
    if (random() < 0.5) await journal.close();
    const events = record(false);
    await journal.close();

    for (let cut = 0; cut < CUTS; cut += 1) {
      const happened = events.slice(0, below(random, events.length + 1));
      const notes = (what: string): string[] =>
        happened.flatMap((event) => (event.kind === 'note' && event.what === what ? [event.value] : []));
      const begun = notes('head begun');
      const done = notes('head');
      const isLate = begun.length > done.length && random() < 0.5;
      const hasSeal = random() < 0.5;
      let head = isLate ? begun.at(-1) : done.at(-1);
      writeFileSync(file, fileAfterCut(file, happened, random, { isReordered: true }));
      const heads = {
        get: () => Promise.resolve(head),
        set: (text: string) => Promise.resolve(void (head = text)),
        // With the head's seal the end alone is looked at before lines are added; without one all of it.
        isOwn: () => Promise.resolve(hasSeal ? ('yes' as const) : ('unknown' as const)),
      };
      const read = async (work: (lines: readonly ChainedLine[]) => Promise<void> | void): Promise<void> => {
        const again = await openJournal(file, heads, clock, { checkedAtOnce: 0 });
        await again.checkedWhole();
        const { fault } = again.status();
        if (fault !== undefined)
          throw new Broken(`the journal counts as tampered with after a power cut: ${fault}`);
        await work((await again.list(null, 1_000, 'all')).reverse());
        await again.append(entryOf(true, 1_000_000 + cut));
        await again.close();
      };
      const acknowledged = notes('acknowledged');
      await read((lines) => {
        const hashes = lines.map(({ hash }) => hash);
        if (!acknowledged.every((hash) => hashes.includes(hash)))
          throw new Broken('the journal lost a line that was acknowledged');
        if (new Set(hashes).size !== hashes.length || lines.some(({ number }, n) => number !== n + 1))
          throw new Broken('the journal has a line twice, or not in its place');
      });
      // What was appended behind the cut holds as well.
      await read(() => undefined);
    }
    return CUTS;
  });

const completed = completedWith('1'.repeat(200));

/**
 * The results of a batch: they are written from several requests at once, in some rounds to a disk that fails now and then or
 * is full, and the power is cut; what was not flushed reaches the disk in any order. Whoever goes on tells every result that was
 * not acknowledged again: in the end each line has one result, whole.
 * @returns how often the power was cut
 */
export const resultCuts = (random: () => number): Promise<number> =>
  inFolder(async (folder) => {
    const file = await createResultsFile(join(folder, 'batch.jsonl'));
    record(true);
    const sink = await openResultsSink(file);
    const lines = Array.from({ length: 3 + below(random, 20) }, (_, n) => n + 1);
    const isFailing = random() < 0.5;
    const isSettled = (line: number): Promise<boolean> =>
      sink.settled(sentRequest(line), completed).then(
        () => true,
        (error: unknown) => {
          if (!isFailing || !(error instanceof AppError)) throw error;
          if (error.code !== 'RESULTS_UNWRITABLE')
            throw new Broken(`a disk that fails is told as ${error.code}`);
          return false;
        },
      );
    if (isFailing) failWith(failingDisk(random, 0.3));
    await Promise.all(
      lines.map(async (line) => {
        for (let turn = below(random, 4); turn > 0; turn -= 1) await new Promise(setImmediate);
        while (!(await isSettled(line)))
          for (let turn = below(random, 4); turn > 0; turn -= 1) await new Promise(setImmediate);
        note('result', String(line));
      }),
    );
    failWith(undefined);
    const events = record(false);
    await sink.close();

    for (let cut = 0; cut < CUTS; cut += 1) {
      const happened = events.slice(0, below(random, events.length + 1));
      writeFileSync(file, fileAfterCut(file, happened, random, { isReordered: true }));
      const acknowledged = new Set(
        happened.flatMap((event) => (event.kind === 'note' ? [Number(event.value)] : [])),
      );
      const again = await openResultsSink(file);
      for (const line of lines)
        if (!acknowledged.has(line)) await again.settled(sentRequest(line), completed);
      await again.close();
      const written = readFileSync(file, 'utf8').trimEnd().split('\n');
      const found = written.map((text) => {
        try {
          return (JSON.parse(text) as { line: number }).line;
        } catch {
          throw new Broken('the results file has half a line');
        }
      });
      if (lines.some((line) => !found.includes(line)))
        throw new Broken('the results file lost a result that was acknowledged');
      if (found.length !== lines.length) throw new Broken('the results file has a result twice');
    }
    return CUTS;
  });
