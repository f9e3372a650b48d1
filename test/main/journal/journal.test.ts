import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Clock } from '../../../src/main/clock.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import type { HeadStore, Journal } from '../../../src/main/journal/journal.ts';
import { chain, GENESIS, hashOf, parseLine } from '../../../src/main/journal/line.ts';
import type { ChainedLine } from '../../../src/main/journal/line.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5), after: () => () => undefined };
const entry = (operation: string) => ({
  profile: 'Local',
  publicKey: '02'.padEnd(66, 'a'),
  operation,
  digest: 'd'.repeat(64),
  outcome: 'completed',
});

describe('the journal', () => {
  let folder: string;
  let file: string;
  let kept: string | undefined;
  const heads: HeadStore = {
    get: () => Promise.resolve(kept),
    set: (text) => {
      kept = text;
      return Promise.resolve();
    },
  };
  const open = (): Promise<Journal> => openJournal(file, heads, clock);
  /** Three lines, and the file closed. */
  const write = async (...operations: string[]): Promise<void> => {
    const journal = await open();
    for (const operation of operations) await journal.append(entry(operation));
    await journal.close();
  };
  const fault = async (): Promise<string | undefined> => {
    const journal = await open();
    await journal.close();
    return journal.status().fault;
  };
  const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
  const rewrite = (next: readonly string[]): void => {
    writeFileSync(file, next.map((line) => `${line}\n`).join(''));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    file = join(folder, 'journal.jsonl');
    kept = undefined;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds after a restart, and goes on where it was', async () => {
    await write('a', 'b');
    await write('c');
    const journal = await open();
    expect(journal.status()).toEqual({ lines: 3, fault: undefined, torn: false });
    expect(journal.list(null, 2).map((line) => line.operation)).toEqual(['c', 'b']);
    expect(journal.list(2, 10).map((line) => line.number)).toEqual([1]);
    expect(journal.list(1, 10)).toEqual([]);
    await journal.close();
  });

  it('chains lines that are appended at the same time', async () => {
    const journal = await open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => journal.append(entry(`op${index}`))));
    await journal.close();
    expect(await fault()).toBeUndefined();
    expect(lines()).toHaveLength(20);
  });

  it('shows a line whose words were edited', async () => {
    await write('a', 'b', 'c');
    rewrite(lines().map((line, index) => (index === 1 ? line.replace('"completed"', '"denied"') : line)));
    expect(await fault()).toMatch(/^Line 2 does not match its own hash/);
  });

  it('shows a line that was edited and hashed again', async () => {
    await write('a', 'b', 'c');
    const [first, second, third] = lines().map((line) => JSON.parse(line) as ChainedLine);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three lines');
    const forged = { ...second, outcome: 'denied' };
    rewrite([first, { ...forged, hash: hashOf(forged) }, third].map((line) => JSON.stringify(line)));
    expect(await fault()).toMatch(/^Line 3 does not follow/);
  });

  it('shows a line that was removed from the middle', async () => {
    await write('a', 'b', 'c');
    rewrite(lines().toSpliced(1, 1));
    expect(await fault()).toMatch(/^Line 2 does not follow/);
  });

  it('shows lines that were put in another order', async () => {
    await write('a', 'b', 'c');
    rewrite(lines().toReversed());
    expect(await fault()).toMatch(/^Line 1 does not follow/);
  });

  it('shows whole lines that were cut off the end', async () => {
    await write('a', 'b', 'c');
    rewrite(lines().slice(0, 2));
    expect(await fault()).toBe('The journal ends after line 2; it had 3 lines.');
  });

  it('shows a journal that was removed as a whole', async () => {
    await write('a');
    rmSync(file);
    expect(await fault()).toBe('The journal ends after line 0; it had 1 lines.');
  });

  it('shows a journal that was written anew with a chain of its own', async () => {
    await write('a', 'b');
    rmSync(file);
    const one = chain(entry('x'), 1, new Date(0).toISOString(), GENESIS);
    rewrite(
      [one, chain(entry('y'), 2, new Date(0).toISOString(), one.hash)].map((line) => JSON.stringify(line)),
    );
    expect(await fault()).toMatch(/^Line 2 is not the line that was written/);
  });

  it('shows lines that somebody added', async () => {
    await write('a');
    let [last] = lines().map((line) => JSON.parse(line) as ChainedLine);
    for (const number of [2, 3]) {
      last = chain(entry('forged'), number, new Date(0).toISOString(), last?.hash ?? '');
      appendFileSync(file, `${JSON.stringify(last)}\n`);
    }
    expect(await fault()).toBe('The journal has 3 lines; the console wrote 1.');
  });

  it('takes a line that a crash kept from the head for what it is', async () => {
    await write('a', 'b');
    const head = kept;
    await write('c');
    kept = head;
    expect(await fault()).toBeUndefined();
  });

  it('recognises a torn last line, keeps its bytes aside, and goes on', async () => {
    await write('a', 'b');
    appendFileSync(file, '{"number":3,"time":"2026-');
    const journal = await open();
    expect(journal.status()).toEqual({ lines: 2, fault: undefined, torn: true });
    await journal.append(entry('c'));
    await journal.close();
    expect(await fault()).toBeUndefined();
    expect(lines()).toHaveLength(3);
    expect(readFileSync(`${file}.torn`, 'utf8')).toBe('{"number":3,"time":"2026-\n');
  });

  it('goes on recording after it was tampered with, and still shows it', async () => {
    await write('a', 'b');
    rewrite(lines().map((line) => line.replace('"completed"', '"denied"')));
    await write('c');
    expect(await fault()).toMatch(/^Line 1 does not match/);
    expect(lines()).toHaveLength(3);
    expect(existsSync(`${file}.torn`)).toBe(false);
  });

  it('shows a head that was changed', async () => {
    await write('a', 'b');
    kept = '{"count":"two"}';
    expect(await fault()).toBeDefined();
  });

  it('notices any single byte that is changed', async () => {
    await write('a', 'b', 'c');
    const whole = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
        writeFileSync(file, bytes);
        const journal = await open();
        await journal.close();
        expect(journal.status().fault).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('reads back every entry, whatever its words', () => {
    const words = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(words, words, words, (profile, operation, outcome) => {
        const line = chain({ ...entry(operation), profile, outcome }, 1, new Date(0).toISOString(), GENESIS);
        expect(parseLine(JSON.stringify(line))).toEqual(line);
      }),
    );
  });
});
