import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteDigest, parseNote } from '#main/journal/closing-note.ts';
import { type Journal, openJournal } from '#main/journal/journal.ts';
import { parseLine } from '#main/journal/line.ts';
import { createSealedHead } from '#main/journal/console-journal.ts';
import type { SettingName } from '#main/storage/settings.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const entry = (n: number) => ({
  profile: 'Local',
  publicKey: '02'.padEnd(66, 'a'),
  operation: 'sign_transaction',
  digest: n.toString(16).padStart(64, '0'),
  outcome: 'completed',
});
const COUNT = 20;

/** Whoever attacks writes the data folder; the keychain alone is not theirs. */
describe('a journal that was closed with a note', () => {
  let folder: string;
  let settings: Map<SettingName, string>;
  let keychain: ReturnType<typeof memoryKeychain>;
  /** Before and after each write outside the journal's own files. */
  let onStep: () => void = () => undefined;
  const clock = fakeClock();

  const path = (name: string): string => join(folder, name);
  const text = (name: string): string => readFileSync(path(name), 'utf8');
  const stepped = async (work: () => Promise<void> | void): Promise<void> => {
    onStep();
    await work();
    onStep();
  };
  const open = async (at = folder): Promise<Journal> => {
    const store = {
      get: (name: SettingName) => Promise.resolve(settings.get(name)),
      set: (name: SettingName, value: string) => stepped(() => void settings.set(name, value)),
    };
    const chain = {
      ...keychain,
      replace: (account: string, value: string) => stepped(() => keychain.replace(account, value)),
    };
    const seal = createSealedHead(store, chain, at);
    const journal = await openJournal(join(at, 'journal.jsonl'), seal, clock, { seal });
    await journal.checkedWhole();
    return journal;
  };
  const using = async <T>(work: (journal: Journal) => Promise<T> | T): Promise<T> => {
    const journal = await open();
    try {
      return await work(journal);
    } finally {
      await journal.close();
    }
  };
  const append = (count: number, from = 0) =>
    using((journal) => Promise.all(Array.from({ length: count }, (_, n) => journal.append(entry(from + n)))));
  const status = () => using((journal) => journal.status());
  const edit = (name = 'journal.jsonl'): void =>
    writeFileSync(path(name), text(name).replace('"completed"', '"complated"'));
  const closeDamaged = () => using((journal) => journal.startNext('Local'));
  const copyAll = () => {
    const to = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    cpSync(folder, to, { recursive: true });
    return { to, settings: new Map(settings), items: new Map(keychain.items) };
  };
  const restore = (from: ReturnType<typeof copyAll>, withKeychain = true): void => {
    rmSync(folder, { recursive: true });
    cpSync(from.to, folder, { recursive: true });
    settings = new Map(from.settings);
    if (!withKeychain) return;
    keychain.items.clear();
    for (const [name, value] of from.items) keychain.items.set(name, value);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    settings = new Map([['kept.profiles-noted', 'yes']]);
    keychain = memoryKeychain();
    onStep = () => undefined;
    await append(COUNT);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what was wrong, keeps its file, and is followed by one that names the note', async () => {
    edit();
    const before = text('journal.jsonl');
    await closeDamaged();
    expect(text('journal.jsonl')).toBe(before);
    const { note } = parseNote(text('journal.note-1.json')) ?? {};
    expect(note).toMatchObject({
      found: 'Line 1 does not match its own hash: it was edited.',
      written: { lines: COUNT },
      file: {
        name: 'journal.jsonl',
        bytes: Buffer.byteLength(before),
        sha256: sha256Hex(Buffer.from(before)),
      },
      next: 'journal.2.jsonl',
      previous: null,
    });
    const first = parseLine(text('journal.2.jsonl').trimEnd());
    expect(first).toMatchObject({
      operation: 'begin_journal',
      digest: noteDigest(text('journal.note-1.json')),
    });
    await append(3);
    expect(await status()).toMatchObject({
      ...{ fault: undefined, lines: 4, isWholeChecked: true },
      closed: [{ number: 1, problem: null, note: { found: note?.found } }],
    });
    expect(await using((journal) => journal.list(null, 9, 'all'))).toHaveLength(4);
  });

  it('goes on while lines are asked for, and loses none of them', async () => {
    edit();
    const journal = await open();
    const lines = Array.from({ length: 10 }, (_, n) => journal.append(entry(100 + n)));
    const closing = journal.startNext('Local');
    const more = Array.from({ length: 10 }, (_, n) => journal.append(entry(200 + n)));
    const written = await Promise.all([...lines, ...more]);
    await closing;
    await journal.close();
    const all = text('journal.jsonl') + text('journal.2.jsonl');
    for (const { hash } of written) expect(all).toContain(hash);
    expect((await status()).fault).toBeUndefined();
  });

  it('is closed again where the next one is changed, and both are known', async () => {
    edit();
    await closeDamaged();
    await append(2);
    edit('journal.2.jsonl');
    await closeDamaged();
    const after = await status();
    expect(after.fault).toBeUndefined();
    expect(after.closed.map(({ note, problem }) => [note?.file?.name, problem])).toEqual([
      ['journal.jsonl', null],
      ['journal.2.jsonl', null],
    ]);
    expect(after.closed[1]?.note?.previous).toBe(after.closed[0]?.digest);
    expect(after.file).toBe(path('journal.3.jsonl'));
  });

  it('a kill at any step leaves the old journal to be closed, or both whole', async () => {
    edit();
    const snapshots: ReturnType<typeof copyAll>[] = [];
    const journal = await open();
    onStep = () => void snapshots.push(copyAll());
    await journal.startNext('Local');
    // Of the files that follow the commit any may be missing, or cut.
    snapshots.push(copyAll());
    onStep = () => undefined;
    await journal.close();
    const last = snapshots.at(-1);
    const cases = [
      ...snapshots.map((from) => () => restore(from)),
      ...['journal.2.jsonl', 'journal.note-1.json'].flatMap((name) => [
        () => {
          restore(last ?? copyAll());
          rmSync(path(name));
        },
        () => {
          restore(last ?? copyAll());
          writeFileSync(path(name), text(name).slice(0, 40));
        },
      ]),
    ];
    expect(snapshots.length).toBeGreaterThan(4);
    const ended = [];
    for (const back of cases) {
      back();
      const found = await status();
      ended.push(found.fault === undefined);
      if (found.fault === undefined) {
        expect(found).toMatchObject({ lines: 1, closed: [{ number: 1, problem: null }] });
        expect(text('journal.note-1.json')).toContain('"seal"');
      } else {
        expect(found.fault).toMatch(/^Line 1 /);
        expect(readdirSync(folder)).not.toContain('journal.note-1.json');
        await closeDamaged();
      }
      await append(1);
      expect((await status()).fault).toBeUndefined();
      expect(text('journal.jsonl').trimEnd().split('\n')).toHaveLength(COUNT);
    }
    expect(ended).toContain(false);
    expect(ended).toContain(true);
    for (const { to } of snapshots) rmSync(to, { recursive: true });
  });

  it('counts where the keychain fails behind the commit, and is marked with the next line', async () => {
    edit();
    const working = keychain;
    keychain = { ...working };
    keychain.replace = () => Promise.reject(new KeychainError('locked', 'linux'));
    await closeDamaged();
    expect((await status()).fault).toBeUndefined();
    keychain = working;
    await append(1);
    expect(await status()).toMatchObject({ fault: undefined, lines: 2 });
  });

  it('attack: a healthy journal is closed to hide its lines', async () => {
    await using(async (journal) => {
      await expect(journal.startNext('Local')).rejects.toMatchObject({ code: 'JOURNAL_INTACT' });
    });
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
  });

  it('attack: it is damaged so that the operator starts anew: what the console wrote stays told', async () => {
    writeFileSync(path('journal.jsonl'), text('journal.jsonl').split('\n').slice(0, 3).join('\n'));
    await closeDamaged();
    const { closed } = await status();
    expect(closed[0]?.note).toMatchObject({
      found: expect.stringMatching(/it had 20 lines/) as string,
      written: { lines: COUNT },
    });
    expect(parseLine(text('journal.2.jsonl').trimEnd())?.subject).toMatch(/it had 20 lines/);
  });

  it.each([
    [
      'a forged note',
      () =>
        writeFileSync(
          path('journal.note-1.json'),
          text('journal.note-1.json').replace(
            'Line 1 does not match its own hash',
            'Nothing was wrong with it',
          ),
        ),
      'Note 1 on a closed journal was changed.',
    ],
    ['a removed note', () => rmSync(path('journal.note-1.json')), 'Note 1 on a closed journal was removed.'],
    [
      'a removed old journal',
      () => rmSync(path('journal.jsonl')),
      'The closed journal journal.jsonl was removed.',
    ],
    [
      'an old journal that is mended behind its note',
      () => writeFileSync(path('journal.jsonl'), text('journal.jsonl').replace('complated', 'completed')),
      'The closed journal journal.jsonl was changed after it was closed.',
    ],
    [
      'a line behind the end of an old journal',
      () => appendFileSync(path('journal.jsonl'), '\n'),
      'The closed journal journal.jsonl was changed after it was closed.',
    ],
  ])('attack: %s', async (_, attack, found) => {
    edit();
    await closeDamaged();
    attack();
    expect((await status()).fault).toBe(found);
    // The next note knows it, and it is told for good without another alarm.
    await closeDamaged();
    const after = await status();
    expect(after).toMatchObject({ fault: undefined, closed: [{ problem: found }, { problem: null }] });
    expect(after.closed[1]?.note?.damaged).toEqual([1]);
  });

  it('attack: the note on a journal of another folder, under the same key', async () => {
    edit();
    await closeDamaged();
    const own = copyAll();
    restore({ ...own, settings: new Map([['kept.profiles-noted', 'yes']]) });
    const other = mkdtempSync(join(tmpdir(), 'keyops-journal-'));
    const [mine, before] = [folder, settings];
    [folder, settings] = [other, new Map<SettingName, string>()];
    await append(2);
    edit();
    await closeDamaged();
    const theirs = text('journal.note-1.json');
    [folder, settings] = [mine, new Map(own.settings)];
    expect(before.size).toBeGreaterThan(0);
    writeFileSync(path('journal.note-1.json'), theirs);
    expect((await status()).fault).toBe('Note 1 on a closed journal was changed.');
    rmSync(other, { recursive: true });
    rmSync(own.to, { recursive: true });
  });

  it.each([['before it was damaged'], ['damaged, and not closed']])(
    'attack: database and files of before are put back after the close: %s',
    async (when) => {
      const healthy = copyAll();
      edit();
      await status();
      const damaged = copyAll();
      await closeDamaged();
      await append(2);
      restore(when.startsWith('before') ? healthy : damaged, false);
      expect((await status()).fault).toMatch(
        when.startsWith('before') ? /^The journal’s head was changed/ : /./,
      );
      // A close of that one too overwrites nothing that is there.
      await closeDamaged();
      expect((await status()).fault).toBeUndefined();
      rmSync(healthy.to, { recursive: true });
      rmSync(damaged.to, { recursive: true });
    },
  );

  it('attack: files with the names of the next ones were put there: none is overwritten', async () => {
    writeFileSync(path('journal.2.jsonl'), 'planted\n');
    writeFileSync(path('journal.note-2.json'), 'planted\n');
    edit();
    await closeDamaged();
    expect((await status()).file).toBe(path('journal.4.jsonl'));
    expect(text('journal.2.jsonl') + text('journal.note-2.json')).toBe('planted\nplanted\n');
    expect(existsSync(path('journal.note-3.json'))).toBe(true);
  });

  it('attack: a head with a note of their own has no file written', async () => {
    const forged = {
      count: 0,
      hash: '0'.repeat(64),
      end: 0,
      note: 'theirs',
      closed: [{ number: 5, digest: sha256Hex(Buffer.from('theirs')) }],
    };
    settings.set('journal.head', JSON.stringify(forged));
    expect((await status()).fault).toMatch(/^The journal’s head was changed/);
    expect(readdirSync(folder)).not.toContain('journal.note-5.json');
  });
});
