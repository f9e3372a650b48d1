import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealedHead } from '#main/journal/console-journal.ts';
import { type Journal, openJournal } from '#main/journal/journal.ts';
import { GENESIS, chain, parseLine } from '#main/journal/line.ts';
import type { SettingName } from '#main/storage/settings.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const entry = (n: number) => ({
  profile: 'Local',
  publicKey: '02'.padEnd(66, 'a'),
  operation: 'sign_transaction',
  digest: n.toString(16).padStart(64, '0'),
  outcome: 'completed',
});
const FORGED = /^The journal’s head was changed/;
const COUNT = 300;

/** Whoever attacks writes the journal's file and the console's database; the keychain alone is not theirs. */
describe('a journal with a sealed head', () => {
  let folder: string;
  let file: string;
  let settings: Map<SettingName, string>;
  let keychain: ReturnType<typeof memoryKeychain>;
  const clock = fakeClock();

  const store = (of: Map<SettingName, string>) => ({
    get: (name: SettingName) => Promise.resolve(of.get(name)),
    set: (name: SettingName, value: string) => Promise.resolve(void of.set(name, value)),
  });
  const open = (place = folder, of = settings): Promise<Journal> =>
    openJournal(join(place, 'journal.jsonl'), createSealedHead(store(of), keychain, place), clock, {
      checkedAtOnce: 0,
    });
  const write = async (from: number, count: number, place = folder, of = settings): Promise<void> => {
    const journal = await open(place, of);
    await Promise.all(Array.from({ length: count }, (_, n) => journal.append(entry(from + n))));
    await journal.close();
  };
  /** What is known once lines can be added, and once all of it was read. */
  const faults = async (): Promise<{ atOnce: string | undefined; whole: string | undefined }> => {
    const journal = await open();
    await journal.checked();
    const atOnce = journal.status().fault;
    await journal.checkedWhole();
    const whole = journal.status().fault;
    await journal.close();
    return { atOnce, whole };
  };
  const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
  const rewrite = (next: readonly string[]): void => {
    writeFileSync(file, next.map((line) => `${line}\n`).join(''));
  };
  const head = (): string => settings.get('journal.head') ?? '';
  /** The text under the seal, and another one under the same seal. */
  const textOf = (sealed: string) =>
    JSON.parse(sealed.split(' ').slice(3).join(' ')) as { count: number; hash: string; end: number };
  const withText = (sealed: string, text: object): string =>
    [...sealed.split(' ').slice(0, 3), JSON.stringify(text)].join(' ');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    file = join(folder, 'journal.jsonl');
    settings = new Map([['kept.profiles-noted', 'yes']]);
    keychain = memoryKeychain();
    await write(0, COUNT);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes lines before the older ones were read, and reads them all the same', async () => {
    const journal = await open();
    await journal.checked();
    expect(journal.status()).toMatchObject({ isChecked: true, isWholeChecked: false, lines: COUNT });
    expect((await journal.append(entry(COUNT))).number).toBe(COUNT + 1);
    await journal.checkedWhole();
    expect(journal.status()).toMatchObject({ isWholeChecked: true, lines: COUNT + 1, fault: undefined });
    const page = await journal.list(150, 3, 'changes');
    expect(page.map(({ number }) => number)).toEqual([149, 148, 147]);
    await journal.close();
  });

  it('attack: a line changed behind the checkpoint is found in the background and stays told', async () => {
    rewrite(lines().map((line, at) => (at === 9 ? line.replace('"completed"', '"complated"') : line)));
    expect(await faults()).toEqual({
      atOnce: undefined,
      whole: 'Line 10 does not match its own hash: it was edited.',
    });
    const journal = await open();
    await journal.checkedWhole();
    await journal.append(entry(COUNT));
    await journal.close();
    expect((await faults()).atOnce).toMatch(/^Line 10 /);
    // Even where somebody mends the file with what it was.
    rewrite(lines().map((line, at) => (at === 9 ? line.replace('"complated"', '"completed"') : line)));
    expect((await faults()).whole).toMatch(/^Line 10 /);
  });

  it.each([
    ['a segment that was removed', (all: string[]) => all.toSpliced(50, 100)],
    [
      'segments that were put in another order',
      (all: string[]) => [...all.slice(0, 10), ...all.slice(20, 30), ...all.slice(10, 20), ...all.slice(30)],
    ],
    [
      'a segment twice, in the place of another',
      (all: string[]) => [...all.slice(0, 20), ...all.slice(10, 20), ...all.slice(30)],
    ],
    ['a journal that was truncated to a checkpoint of before', (all: string[]) => all.slice(0, 100)],
    ['a journal without its beginning', (all: string[]) => all.slice(100)],
    ['an empty file', () => []],
  ])('attack: %s', async (_, change) => {
    rewrite(change(lines()));
    expect((await faults()).whole).toBeDefined();
  });

  it('attack: an old segment is put back in the place of the newer one', async () => {
    const before = lines();
    rmSync(file);
    settings.delete('journal.head');
    settings.delete('kept.profiles-noted');
    keychain.items.clear();
    // Another history of the same length.
    await write(1_000, COUNT);
    settings.set('kept.profiles-noted', 'yes');
    rewrite([...before.slice(0, 100), ...lines().slice(100)]);
    expect((await faults()).whole).toMatch(/^Line 101 does not follow/);
  });

  it('attack: a history of their own with a head that fits, under the old seal', async () => {
    const forged = [chain(entry(7), 1, new Date(0).toISOString(), GENESIS)];
    rewrite(forged.map((line) => JSON.stringify(line)));
    const own = { count: 1, hash: forged[0]?.hash ?? '', end: readFileSync(file).length };
    settings.set('journal.head', withText(head(), own));
    expect((await faults()).atOnce).toMatch(FORGED);
    // And it stays known after the console wrote a head of its own.
    await write(8, 1);
    expect((await faults()).atOnce).toMatch(FORGED);
  });

  it('attack: a head without a seal, as an earlier version wrote it', async () => {
    const { count, hash } = textOf(head());
    settings.set(
      'journal.head',
      JSON.stringify({ count: count - 100, hash: parseLine(lines()[count - 101] ?? '')?.hash ?? hash }),
    );
    rewrite(lines().slice(0, count - 100));
    expect((await faults()).atOnce).toMatch(FORGED);
  });

  it('attack: head and file are removed', async () => {
    settings.delete('journal.head');
    rmSync(file);
    expect((await faults()).atOnce).toMatch(FORGED);
  });

  it('attack: head and file of another folder of the same user', async () => {
    const other = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    const theirs = new Map<SettingName, string>();
    await write(0, 3, other, theirs);
    settings.set('journal.head', theirs.get('journal.head') ?? '');
    writeFileSync(file, readFileSync(join(other, 'journal.jsonl')));
    rmSync(other, { recursive: true, force: true });
    expect((await faults()).atOnce).toMatch(FORGED);
  });

  it('attack: lines that are written next are put into the head', async () => {
    const last = parseLine(lines().at(-1) ?? '');
    const forged = chain(entry(9), COUNT + 1, new Date(0).toISOString(), last?.hash ?? '');
    settings.set('journal.head', withText(head(), { ...textOf(head()), next: [JSON.stringify(forged)] }));
    expect((await faults()).atOnce).toMatch(FORGED);
    expect(lines()).toHaveLength(COUNT);
  });

  it.each([
    ['before it wrote a line', 0],
    ['after it wrote some', 2],
  ])(
    'attack: the folder is removed and recreated, %s: reports the change and keeps writing lines',
    async (_when, before) => {
      const said = /was changed while the console was open/;
      const journal = await open();
      await journal.checkedWhole();
      for (let n = 1; n <= before; n += 1) await journal.append(entry(COUNT + n));
      rmSync(folder, { recursive: true });
      await expect(journal.append(entry(1))).rejects.toMatchObject({ code: 'JOURNAL_UNWRITABLE' });
      await expect(journal.append(entry(2))).rejects.toMatchObject({ code: 'JOURNAL_UNWRITABLE' });
      mkdirSync(folder);
      const line = await journal.append(entry(3));
      expect(journal.status().fault).toMatch(said);
      await journal.append(entry(4));
      expect(readFileSync(file, 'utf8')).toContain(`${JSON.stringify(line)}\n`);
      await journal.close();
      expect((await faults()).atOnce).toMatch(said);
    },
  );

  it('attack: the file is changed, replaced or removed while the console is open', async () => {
    for (const change of [
      () => appendFileSync(file, `${lines()[0] ?? ''}\n`),
      () => rmSync(file),
      () => rewrite(lines().slice(0, 10)),
    ]) {
      const whole = readFileSync(file);
      const kept = head();
      const journal = await open();
      await journal.checkedWhole();
      await journal.append(entry(COUNT));
      change();
      await journal.append(entry(COUNT + 1));
      expect(journal.status().fault).toMatch(/while the console was open/);
      await journal.close();
      expect((await faults()).atOnce).toBeDefined();
      writeFileSync(file, whole);
      settings.set('journal.head', kept);
    }
  });

  it('takes over a journal of an earlier version, and seals it with its next line', async () => {
    const { count, hash } = textOf(head());
    settings.set('journal.head', JSON.stringify({ count, hash }));
    keychain.items.clear();
    expect(await faults()).toEqual({ atOnce: undefined, whole: undefined });
    await write(COUNT, 1);
    expect(head()).toMatch(/^sealed /);
    expect(lines()).toHaveLength(COUNT + 1);
    expect(await faults()).toEqual({ atOnce: undefined, whole: undefined });
  });

  it('reads all of it first where the keychain does not answer, and writes no head without its seal', async () => {
    const [key] = [...keychain.items].filter(([account]) => account === 'journal-seal-key');
    keychain.items.delete('journal-seal-key');
    const journal = await open();
    await journal.checked();
    expect(journal.status()).toMatchObject({ isWholeChecked: true, fault: undefined });
    await expect(journal.append(entry(1))).rejects.toMatchObject({ code: 'JOURNAL_UNWRITABLE' });
    await journal.close();
    keychain.items.set(...(key ?? ['journal-seal-key', '']));
    expect(await faults()).toEqual({ atOnce: undefined, whole: undefined });
  });
});
