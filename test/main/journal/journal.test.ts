import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { HeadStore } from '#main/journal/head.ts';
import { type Journal, COMPANY_MS, isPromised, openJournal } from '#main/journal/journal.ts';
import { type ChainedLine, GENESIS, chain, hashOf, parseLine } from '#main/journal/line.ts';
import { AHEAD_LIMIT } from '#main/journal/verify.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';

const clock = fakeClock();
const sound = { isChecked: true, isWholeChecked: true, fault: undefined, torn: false };
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
  let headsSet = 0;
  let own: 'yes' | 'unknown' | 'no';
  const heads: HeadStore = {
    get: () => Promise.resolve(kept),
    set: (text) => {
      kept = text;
      headsSet += 1;
      return Promise.resolve();
    },
    isOwn: () => Promise.resolve(own),
  };
  const open = async (): Promise<Journal> => {
    const journal = await openJournal(file, heads, clock);
    await journal.checked();
    return journal;
  };
  /** The head as it would be read now, and how many lines it says are written next. */
  const headNow = () => JSON.parse(kept ?? '{"count":0}') as { count: number; hash: string; next?: string[] };
  /** Lines, and the file closed. */
  const write = async (...operations: string[]): Promise<void> => {
    const journal = await open();
    const appended = operations.map((operation) => journal.append(entry(operation)));
    await journal.close();
    await Promise.all(appended);
  };
  /** The head as an earlier version of the console kept it. */
  const asBefore = (): string => {
    const { count, hash } = headNow();
    return JSON.stringify({ count, hash });
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
    own = 'yes';
    headsSet = 0;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds after a restart, and goes on where it was', async () => {
    await write('a', 'b');
    await write('c');
    const journal = await open();
    expect(journal.status()).toMatchObject({ ...sound, lines: 3 });
    expect((await journal.list(null, 2, 'all')).map((line) => line.operation)).toEqual(['c', 'b']);
    expect((await journal.list(2, 10, 'all')).map((line) => line.number)).toEqual([1]);
    expect(await journal.list(1, 10, 'all')).toEqual([]);
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

  it('recognises a torn last line, keeps its bytes aside, and goes on', async () => {
    await write('a', 'b');
    appendFileSync(file, '{"number":3,"time":"2026-');
    const journal = await open();
    expect(journal.status()).toMatchObject({ ...sound, lines: 2, torn: true });
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

  it('lists the changes without the stamps of queries, page by page', async () => {
    const journal = await open();
    for (const operation of ['sign_transaction', 'whoami', 'list_activities', 'create_api_keys', 'whoami'])
      void journal.append(entry(operation));
    const numbers = async (...asked: Parameters<Journal['list']>) =>
      (await journal.list(...asked)).map(({ number }) => number);
    expect(await numbers(null, 10, 'changes')).toEqual([4, 1]);
    expect(await numbers(4, 10, 'changes')).toEqual([1]);
    expect(await numbers(null, 2, 'all')).toEqual([5, 4]);
    await journal.close();
  });

  it('writes what is asked for in one turn with one flush, after its intent', async () => {
    const journal = await open();
    const before = headsSet;
    const lines = await Promise.all(
      Array.from({ length: 100 }, (_, index) => journal.append(entry(`op${index}`))),
    );
    expect(headsSet - before).toBe(1);
    expect(lines.map(({ operation }) => operation)).toEqual(lines.map((_, index) => `op${index}`));
    // The head has the very lines, from before the first byte of them was written.
    expect(headNow()).toMatchObject({ count: 0, next: lines.map((line) => JSON.stringify(line)) });
    await journal.close();
    expect(headNow()).toMatchObject({ count: 100, hash: lines.at(-1)?.hash });
    expect(headNow().next).toBeUndefined();
  });

  it('lets stamps of queries wait a second for others, and takes them with the next change', async () => {
    const journal = await open();
    const first = journal.append(entry('whoami'));
    await journal.checked();
    expect(headsSet).toBe(0);
    clock.forward(COMPANY_MS);
    await first;
    const second = journal.append(entry('list_activities'));
    await journal.append(entry('sign_transaction'));
    expect((await second).number).toBe(2);
    expect(headsSet).toBe(2);
    await journal.close();
  });

  it('lets no more than 64 stamps of queries wait', async () => {
    const journal = await open();
    await Promise.all(Array.from({ length: 64 }, () => journal.append(entry('whoami'))));
    await journal.close();
    expect(lines()).toHaveLength(64);
  });

  it('shows stamps of queries that wait', async () => {
    const journal = await open();
    void journal.append(entry('whoami'));
    expect(await journal.list(null, 10, 'all')).toHaveLength(1);
    await journal.close();
  });

  it('tells who asked for a line that could not be written, and writes it before the next one', async () => {
    const journal = await open();
    mkdirSync(file);
    await expect(journal.append(entry('a'))).rejects.toMatchObject({ code: 'JOURNAL_UNWRITABLE' });
    rmSync(file, { recursive: true });
    await journal.append(entry('b'));
    await journal.close();
    expect(lines().map((line) => parseLine(line)?.operation)).toEqual(['a', 'b']);
    expect(await fault()).toBeUndefined();
  });

  it('says which lines are written later, and which were not taken', async () => {
    const journal = await open();
    mkdirSync(file);
    const failed = async (name: string): Promise<unknown> =>
      journal.append(entry(name)).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(isPromised(await failed('a'))).toBe(true);
    expect(isPromised(await failed('b'))).toBe(false);
    rmSync(file, { recursive: true });
    await journal.append(entry('c'));
    await journal.close();
    expect(lines().map((line) => parseLine(line)?.operation)).toEqual(['a', 'c']);
    expect(isPromised(new Error('another'))).toBe(false);
  });

  it('takes up what was about to be written, wherever a crash cut it', async () => {
    await write('sign_transaction');
    const first = readFileSync(file);
    const journal = await open();
    const appended = ['whoami', 'sign_transaction', 'a'].map((each) => journal.append(entry(each)));
    await Promise.all(appended);
    const head = kept;
    const whole = readFileSync(file);
    await journal.close();
    for (let length = first.length; length <= whole.length; length += 29)
      for (const zeros of [0, 5]) {
        writeFileSync(
          file,
          Buffer.concat([whole.subarray(0, length), Buffer.alloc(zeros)]).subarray(0, whole.length),
        );
        kept = head;
        expect(await fault()).toBeUndefined();
        const again = await open();
        await again.append(entry('b'));
        await again.close();
        expect(readFileSync(file).subarray(0, whole.length)).toEqual(whole);
        expect(lines()).toHaveLength(5);
        expect(await fault()).toBeUndefined();
      }
  });

  it.each(['yes', 'unknown'] as const)(
    'takes up lines with a hole in them, as a disk leaves it that reorders (seal: %s)',
    async (seal) => {
      await write('sign_transaction');
      const start = readFileSync(file).length;
      const journal = await open();
      await Promise.all(['whoami', 'sign_transaction', 'a'].map((each) => journal.append(entry(each))));
      const head = kept;
      const whole = readFileSync(file);
      await journal.close();
      for (let from = start; from < whole.length; from += 97) {
        const holed = Buffer.from(whole);
        holed.fill(0, from, from + 64);
        writeFileSync(file, holed);
        [kept, own] = [head, seal];
        expect(await fault()).toBeUndefined();
        await write('b');
        expect(readFileSync(file).subarray(0, whole.length)).toEqual(whole);
        expect(await fault()).toBeUndefined();
      }
    },
  );

  it('attack: a line forged behind the end never counts as whole, by its chain or as part of a crash', async () => {
    await write('sign_transaction');
    const last = parseLine(lines()[0] ?? '');
    for (const operation of ['whoami', 'sign_transaction']) {
      const forged = chain(entry(operation), 2, new Date(0).toISOString(), last?.hash ?? '');
      const head = kept;
      appendFileSync(file, `${JSON.stringify(forged)}\n`);
      expect(await fault()).toBe('The journal has 2 lines; the console wrote 1.');
      rewrite(lines().slice(0, 1));
      kept = head;
    }
  });

  it('attack: another line in the place of one that was about to be written', async () => {
    await write('a');
    const journal = await open();
    await journal.append(entry('sign_transaction'));
    const head = kept;
    const [one = ''] = lines();
    await journal.close();
    const forged = chain(entry('whoami'), 2, new Date(0).toISOString(), parseLine(one)?.hash ?? '');
    rewrite([one, JSON.stringify(forged)]);
    kept = head;
    expect(await fault()).toBe('The journal has 2 lines; the console wrote 2.');
  });

  describe('of an earlier version', () => {
    it('goes on: queries that its head lacks, then one change', async () => {
      await write('sign_transaction');
      const head = asBefore();
      await write(...Array.from({ length: AHEAD_LIMIT - 1 }, () => 'whoami'), 'sign_transaction');
      const whole = lines();
      for (let length = 1; length <= whole.length; length += 9) {
        rewrite(whole.slice(0, length));
        kept = head;
        own = 'unknown';
        expect(await fault()).toBeUndefined();
      }
      rewrite(whole);
      kept = head;
      await write('whoami');
      expect(headNow()).toMatchObject({ count: whole.length + 1, end: readFileSync(file).length });
    });

    it('shows a change that somebody added behind another one, or behind a query', async () => {
      await write('a');
      const head = asBefore();
      for (const added of [
        ['b', 'whoami'],
        ['whoami', 'b', 'c'],
      ]) {
        await write(...added);
        kept = head;
        expect(await fault()).toMatch(/the console wrote 1\.$/);
        rewrite(lines().slice(0, 1));
        kept = head;
      }
    });

    it('shows more queries behind the head than ever wait', async () => {
      await write('a');
      const head = asBefore();
      await write(...Array.from({ length: AHEAD_LIMIT + 1 }, () => 'whoami'));
      kept = head;
      expect(await fault()).toBe(`The journal has ${AHEAD_LIMIT + 2} lines; the console wrote 1.`);
    });
  });

  it('says that it is being checked until it is, and lets lines wait for that', async () => {
    await write('a', 'b');
    const journal = await openJournal(file, heads, clock);
    expect(journal.status()).toMatchObject({ isChecked: false, fault: undefined });
    const line = await journal.append(entry('c'));
    expect(line.number).toBe(3);
    expect(journal.status()).toMatchObject({ isChecked: true, lines: 3 });
    await journal.close();
  });

  /** As a killed console leaves it: the head names the last line as the next one, and the file has it. */
  const killed = async (): Promise<void> => {
    await write('a');
    const journal = await open();
    await journal.append(entry('b'));
    const left = kept;
    await journal.close();
    kept = left;
    expect(headNow()).toMatchObject({ count: 1, next: [expect.any(String)] });
  };

  it('attack: quitting while it is checked takes the last lines out of the head, and the next start calls them forged', async () => {
    await killed();
    const left = kept;
    const held: HeadStore = { ...heads, isOwn: () => new Promise(() => undefined) };
    const journal = await openJournal(file, held, clock);
    await journal.close();
    expect(kept).toBe(left);
    expect(await fault()).toBeUndefined();
    expect(lines()).toHaveLength(2);
  });

  it('attack: what can’t be read for a moment at the start is cut off by the next line', async () => {
    await killed();
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const journal = await open();
    expect(journal.status().fault).toMatch(/^The journal could not be read/);
    await expect(journal.append(entry('c'))).rejects.toMatchObject({ code: 'JOURNAL_UNWRITABLE' });
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    expect((await journal.append(entry('c'))).number).toBe(3);
    await journal.checkedWhole();
    expect(journal.status()).toMatchObject({ ...sound, lines: 3 });
    await journal.close();
    expect([lines().length, existsSync(`${file}.torn`)]).toEqual([3, false]);
    expect(await fault()).toBeUndefined();
  });

  it('says so when it cannot be read', async () => {
    mkdirSync(file);
    expect(await fault()).toMatch(/^The journal could not be read/);
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
