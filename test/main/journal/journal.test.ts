import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type HeadStore, type Journal, openJournal } from '#main/journal/journal.ts';
import { type ChainedLine, GENESIS, chain, hashOf, parseLine } from '#main/journal/line.ts';
import { AHEAD_LIMIT } from '#main/journal/verify.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';

const clock = fakeClock();
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
  const open = async (): Promise<Journal> => {
    const journal = await openJournal(file, heads, clock);
    await journal.checked();
    return journal;
  };
  const headCount = (): number => (JSON.parse(kept ?? '{"count":0}') as { count: number }).count;
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
    expect(journal.status()).toEqual({ isChecked: true, lines: 3, fault: undefined, torn: false });
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
    expect(journal.status()).toEqual({ isChecked: true, lines: 2, fault: undefined, torn: true });
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
    for (const operation of ['sign_transaction', 'whoami', 'list_activities', 'create_api_keys', 'whoami']) {
      await journal.append(entry(operation));
    }
    const numbers = async (...asked: Parameters<Journal['list']>) =>
      (await journal.list(...asked)).map(({ number }) => number);
    expect(await numbers(null, 10, 'changes')).toEqual([4, 1]);
    expect(await numbers(4, 10, 'changes')).toEqual([1]);
    expect(await numbers(null, 2, 'all')).toEqual([5, 4]);
    await journal.close();
  });

  it('lets stamps of queries wait for the head, and takes them with the next change', async () => {
    const journal = await open();
    await journal.append(entry('whoami'));
    await journal.append(entry('list_activities'));
    expect(headCount()).toBe(0);
    await journal.append(entry('sign_transaction'));
    expect(headCount()).toBe(3);
    await journal.append(entry('whoami'));
    clock.forward(60_000);
    await journal.close();
    expect(headCount()).toBe(4);
  });

  it('lets no more stamps of queries wait than its check allows', async () => {
    const journal = await open();
    for (let count = 0; count < AHEAD_LIMIT - 1; count += 1) await journal.append(entry('whoami'));
    expect(headCount()).toBe(0);
    await journal.append(entry('whoami'));
    expect(headCount()).toBe(AHEAD_LIMIT);
    await journal.close();
  });

  it('takes what a crash kept from the head for what it is: queries, then one change', async () => {
    await write('sign_transaction');
    const head = kept;
    await write(...Array.from({ length: AHEAD_LIMIT - 1 }, () => 'whoami'), 'sign_transaction');
    const whole = lines();
    for (let length = 1; length <= whole.length; length += 1) {
      rewrite(whole.slice(0, length));
      kept = head;
      expect(await fault()).toBeUndefined();
    }
    // The next line brings the head up before it lets anything wait again.
    kept = head;
    const journal = await open();
    await journal.append(entry('whoami'));
    expect(headCount()).toBe(whole.length + 1);
    await journal.close();
  });

  it('shows a change that somebody added behind another one, or behind a query', async () => {
    await write('a');
    const head = kept;
    for (const added of [
      ['b', 'whoami'],
      ['whoami', 'b', 'c'],
    ]) {
      await write(...added);
      kept = head;
      expect(await fault()).toMatch(/the console wrote 1\.$/);
      rewrite(lines().slice(0, 1));
    }
  });

  it('shows more queries behind the head than ever wait', async () => {
    await write('a');
    const head = kept;
    await write(...Array.from({ length: AHEAD_LIMIT + 1 }, () => 'whoami'));
    kept = head;
    expect(await fault()).toBe(`The journal has ${AHEAD_LIMIT + 2} lines; the console wrote 1.`);
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
