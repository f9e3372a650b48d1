import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generated } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteOf, readNote } from '#storage/log-number.ts';
import { wasDatabase, watchFile } from '#storage/database-marker.ts';
import { openDatabase } from '#storage/open-database.ts';

interface Schema {
  note: { id: Generated<number>; text: string };
}
const migrations = [
  {
    name: '001-notes',
    statements: ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
  },
];

let folder: string;
let file: string;
let marker: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-marker-'));
  file = join(folder, 'notes.sqlite');
  marker = `${file}.made`;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (acceptsOlder = false) => openDatabase<Schema>({ file, migrations, acceptsOlder });
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'opened',
    (error: unknown) => (error as { readonly code: unknown }).code,
  );
const markerNow = (): unknown => JSON.parse(readFileSync(marker, 'utf8'));

/** Goes on in a folder as a killed program leaves it: the tables and a row stand in the log alone. */
async function killed(): Promise<void> {
  const running = await open();
  await running.insertInto('note').values({ text: 'kept' }).execute();
  const left = join(folder, 'left');
  mkdirSync(left);
  for (const name of ['notes.sqlite', 'notes.sqlite-wal', 'notes.sqlite.made'])
    copyFileSync(join(folder, name), join(left, name));
  await running.destroy();
  file = join(left, 'notes.sqlite');
  marker = `${file}.made`;
}

describe('what a data folder knows of its database', () => {
  test('stands beside it, for its owner alone, and says whether it was closed', async () => {
    const database = await open();
    const created: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(markerNow()).toEqual({ created, schema: 1, open: true });
    if (process.platform !== 'win32') expect(statSync(marker).mode & 0o777).toBe(0o600);
    await database.destroy();
    expect(markerNow()).toEqual({ created, schema: 1, open: false });
    const before = (markerNow() as { readonly created: string }).created;
    await (await open()).destroy();
    expect(markerNow()).toMatchObject({ created: before });
  });

  test('a database of before there were markers gets one', async () => {
    await (await open()).destroy();
    rmSync(marker);
    await (await open()).destroy();
    expect(markerNow()).toMatchObject({ open: false });
  });

  test('a killed program’s rows come back with its log', async () => {
    await killed();
    const database = await open();
    expect(await database.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
    await database.destroy();
  });

  test('attack: an older version that refuses a killed program’s database takes its log for the newer one away', async () => {
    await killed();
    const newer = { name: '002-unique', statements: ['CREATE UNIQUE INDEX note_text ON note (text)'] };
    const openNewer = () => openDatabase<Schema>({ file, migrations: [...migrations, newer] });
    const running = await openNewer();
    const left = join(folder, 'newer');
    mkdirSync(left);
    for (const ending of ['', '-wal', '.made'])
      copyFileSync(file + ending, join(left, `notes.sqlite${ending}`));
    await running.destroy();
    file = join(left, 'notes.sqlite');
    marker = `${file}.made`;
    expect(markerNow()).toMatchObject({ open: true });
    expect(await code(open())).toBe('DATABASE_TOO_NEW');
    expect(existsSync(`${file}-wal`)).toBe(false);
    const database = await openNewer();
    expect(await database.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
    await database.destroy();
  });
});

describe('a database that is not what it was is refused, and nothing is made in its place', () => {
  test.each([
    ['removed', () => rmSync(file)],
    ['emptied', () => truncateSync(file)],
    ['moved away with its folder put back', () => renameSync(file, join(folder, 'elsewhere'))],
    [
      'replaced by a database without tables',
      () => {
        rmSync(`${file}-wal`, { force: true });
        writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0')]));
        truncateSync(file, 0);
      },
    ],
  ])('%s', async (_what, damage) => {
    await (await open()).destroy();
    damage();
    const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size;
    const size = sizeNow();
    expect(await code(open())).toBe('DATABASE_MISSING');
    expect(await code(open(true))).toBe('DATABASE_MISSING');
    expect(sizeNow()).toBe(size);
    rmSync(marker);
    rmSync(file, { force: true });
    await (await open()).destroy();
  });

  test('a database whose tables stood in the log alone, without its log', async () => {
    await killed();
    rmSync(`${file}-wal`);
    expect(await code(open(true))).toBe('DATABASE_MISSING');
  });

  test.each([
    ['missing', () => rmSync(file)],
    ['empty', () => truncateSync(file)],
  ])('attack: a log was left behind by a database without a marker that is %s', async (_what, damage) => {
    await killed();
    damage();
    rmSync(marker);
    const log = readFileSync(`${file}-wal`);
    expect(log.length).toBeGreaterThan(0);
    expect(wasDatabase(file)).toBe(true);
    const error = await open().catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      code: 'DATABASE_MISSING',
      message: `The database ${file}, made at a time that is not known, is missing or empty. Nothing was changed.`,
      remedy: expect.stringContaining(`move ${file}-wal away first.`) as string,
    });
    expect(await code(open(true))).toBe('DATABASE_MISSING');
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
    // Whoever does as they are told begins anew.
    rmSync(`${file}-wal`);
    await (await open()).destroy();
  });

  test('it is told when it was made, and what is left of it', async () => {
    await killed();
    rmSync(file);
    const { created } = markerNow() as { readonly created: string };
    const error = await open().catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      message: `The database ${file}, made on ${created}, is missing or empty. Nothing was changed.`,
      remedy: expect.stringContaining(`move ${marker} and ${file}-wal away first.`) as string,
    });
  });

  test('the log of a killed program was removed: said, and gone on with only where the operator says so', async () => {
    await (await open()).destroy();
    await killed();
    rmSync(`${file}-wal`);
    expect(await code(open())).toBe('DATABASE_LOG_MISSING');
    expect(existsSync(`${file}-wal`)).toBe(false);
    const database = await open(true);
    expect(await database.selectFrom('note').selectAll().execute()).toEqual([]);
    await database.destroy();
    expect(await code(open().then((again) => again.destroy()))).toBe('opened');
  });

  test('attack: a log of an earlier run is put beside it after it was closed: nothing of it is written', async () => {
    await killed();
    const old = readFileSync(`${file}-wal`);
    const left = join(folder, 'copied');
    const newer = await open();
    await newer.updateTable('note').set({ text: 'newer' }).execute();
    await newer.destroy();
    mkdirSync(left);
    for (const ending of ['', '.made']) copyFileSync(file + ending, join(left, `notes.sqlite${ending}`));
    file = join(left, 'notes.sqlite');
    writeFileSync(`${file}-wal`, old);
    const before = readFileSync(file);
    expect(await code(open())).toBe('DATABASE_LOG_FOREIGN');
    expect(await code(open(true))).toBe('DATABASE_LOG_FOREIGN');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readFileSync(`${file}-wal`).equals(old)).toBe(true);
    renameSync(`${file}-wal`, join(folder, 'away'));
    const database = await open();
    expect(await database.selectFrom('note').select('text').execute()).toEqual([{ text: 'newer' }]);
    await database.destroy();
  });
});

describe('the log of a killed program', () => {
  const texts = async (): Promise<readonly string[]> => {
    const database = await open();
    const rows = await database.selectFrom('note').select('text').where('text', 'not like', 'x%').execute();
    await database.destroy();
    return rows.map(({ text }) => text);
  };
  /** Leaves a folder as a kill does, with the logs that were there at these moments. */
  async function killedWithLogs(): Promise<Readonly<Record<'earlier' | 'before' | 'last', Buffer>>> {
    const note = (text: string) => running.insertInto('note').values({ text }).execute();
    let running = await open();
    await note('one');
    const earlier = readFileSync(`${file}-wal`);
    await running.destroy();
    running = await open();
    await note('two');
    await note('x'.repeat(2_000_000));
    const before = readFileSync(`${file}-wal`);
    // The log was emptied into the file by the last one, and begins anew.
    await running.transaction().execute(async (unit) => {
      await unit.insertInto('note').values({ text: 'three' }).execute();
    });
    await note('four');
    const left = join(folder, 'left');
    mkdirSync(left);
    for (const ending of ['', '-wal', '.made'])
      copyFileSync(file + ending, join(left, `notes.sqlite${ending}`));
    await running.destroy();
    file = join(left, 'notes.sqlite');
    marker = `${file}.made`;
    return { earlier, before, last: readFileSync(`${file}-wal`) };
  }

  test.each(['earlier', 'before'] as const)(
    'attack: it is replaced by one that was there %s: nothing is written, and the right one brings everything back',
    async (which) => {
      const logs = await killedWithLogs();
      const bytes = readFileSync(file);
      writeFileSync(`${file}-wal`, logs[which]);
      expect(await code(open())).toBe('DATABASE_LOG_OTHER');
      expect(readFileSync(file).equals(bytes)).toBe(true);
      expect(readFileSync(`${file}-wal`).equals(logs[which])).toBe(true);
      writeFileSync(`${file}-wal`, logs.last);
      expect(await texts()).toEqual(['one', 'two', 'three', 'four']);
    },
  );

  test('is gone on with where the operator says that they put an older one there', async () => {
    const { earlier } = await killedWithLogs();
    writeFileSync(`${file}-wal`, earlier);
    expect(await code(open(true))).not.toBe('DATABASE_LOG_OTHER');
  });

  test('one that began anew right before the kill is its successor', async () => {
    const { before } = await killedWithLogs();
    const known = { ...(markerNow() as object), log: noteOf(before.toString('hex', 16, 24)) };
    writeFileSync(marker, JSON.stringify(known));
    expect(await texts()).toEqual(['one', 'two', 'three', 'four']);
  });

  test.each([1, 8, 9, 15, 16, 20, 23])(
    'is taken where a power cut left a part of its number, %i characters, over the one before',
    async (characters) => {
      const { before } = await killedWithLogs();
      const { log: last } = markerNow() as { log: string };
      const earlier = noteOf(before.toString('hex', 16, 24));
      const torn = last.slice(0, characters) + earlier.slice(characters);
      writeFileSync(marker, JSON.stringify({ ...(markerNow() as object), log: torn }));
      expect(await texts()).toEqual(['one', 'two', 'three', 'four']);
      expect(markerNow()).toMatchObject({ open: false });
    },
  );

  test('the first one, of which a power cut left the header alone, may begin with another number', async () => {
    await (await open()).destroy();
    let running = await open();
    await running.insertInto('note').values({ text: 'one' }).execute();
    const left = join(folder, 'cut');
    mkdirSync(left);
    const kept = (ending: string): string => join(left, `notes.sqlite${ending}`);
    for (const ending of ['', '-wal', '.made']) copyFileSync(file + ending, kept(ending));
    await running.destroy();
    file = kept('');
    truncateSync(kept('-wal'), 32);
    const number = readFileSync(kept('-wal')).toString('hex', 16, 24);
    running = await open();
    const before = readFileSync(kept('.made'));
    await running.insertInto('note').values({ text: 'two' }).execute();
    const other = join(folder, 'killed');
    mkdirSync(other);
    for (const ending of ['', '-wal']) copyFileSync(kept(ending), join(other, `notes.sqlite${ending}`));
    // Killed between its commit and the note of it.
    writeFileSync(join(other, 'notes.sqlite.made'), before);
    await running.destroy();
    file = join(other, 'notes.sqlite');
    expect(readFileSync(`${file}-wal`).toString('hex', 16, 24)).not.toBe(number);
    expect(await texts()).toContain('two');
  });

  test('is noted in a marker of its own again where the one that was there was removed', async () => {
    const running = await open();
    const note = (text: string) => running.insertInto('note').values({ text }).execute();
    await note('one');
    const before = markerNow();
    rmSync(marker);
    await note('x'.repeat(2_000_000));
    await note('two');
    const now = markerNow() as { log: string };
    expect(now).toEqual({ ...(before as object), log: now.log });
    expect(readNote(now.log)).toBe(readFileSync(`${file}-wal`).toString('hex', 16, 24));
    await running.destroy();
  });

  test('costs a write where it begins anew, and none for the commits in between', async () => {
    const running = await open();
    const note = (text: string) => running.insertInto('note').values({ text }).execute();
    await note('one');
    const { ctimeNs } = statSync(marker, { bigint: true });
    for (let count = 0; count < 50; count += 1) await note(`note ${count}`);
    expect(statSync(marker, { bigint: true }).ctimeNs).toBe(ctimeNs);
    await note('x'.repeat(2_000_000));
    await note('two');
    expect(statSync(marker, { bigint: true }).ctimeNs).not.toBe(ctimeNs);
    await running.destroy();
  });
});

describe('an upgrade of a database that was closed', () => {
  const index = { name: '002-index', statements: ['CREATE INDEX note_text ON note (text)'] };
  const upgrade = (last: string, act: () => number) =>
    openDatabase<Schema>({
      file,
      migrations: [...migrations, index, { name: '003-last', statements: [last] }],
      functions: { at_migration: act },
    });

  test('that is killed leaves a log that the next start takes', async () => {
    await (await open()).destroy();
    const left = join(folder, 'left');
    mkdirSync(left);
    const killedNow = (): number => {
      for (const name of ['notes.sqlite', 'notes.sqlite-wal', 'notes.sqlite.made'])
        copyFileSync(join(folder, name), join(left, name));
      return 0;
    };
    await (await upgrade('SELECT at_migration()', killedNow)).destroy();
    file = join(left, 'notes.sqlite');
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    expect(await code(upgrade('SELECT 1', () => 0).then((again) => again.destroy()))).toBe('opened');
  });

  test('that fails leaves no log, and the next start misses none', async () => {
    await (await open()).destroy();
    // Another file than the one that this process’s statements still hold.
    for (const ending of ['', '.made']) copyFileSync(file + ending, join(folder, `copy${ending}`));
    file = join(folder, 'copy');
    marker = `${file}.made`;
    expect(await code(upgrade('NOT SQL', () => 0))).toBe('MIGRATION_FAILED');
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(markerNow()).toMatchObject({ open: false });
    expect(await code(upgrade('SELECT 1', () => 0).then((again) => again.destroy()))).toBe('opened');
  });
});

describe('a marker that somebody else wrote', () => {
  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"created":1}',
    '{"created":"x","schema":1,"open":false}',
    'a'.repeat(9999),
  ])('still says that there was a database: %.40s', async (text) => {
    await (await open()).destroy();
    writeFileSync(marker, text);
    await (await open()).destroy();
    writeFileSync(marker, text);
    rmSync(file);
    expect(await code(open())).toBe('DATABASE_MISSING');
  });

  test('a link in its place is replaced, and what it led to stays as it is', async () => {
    await (await open()).destroy();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'theirs');
    rmSync(marker);
    symlinkSync(victim, marker);
    symlinkSync(victim, `${marker}.begun`);
    await (await open()).destroy();
    expect(readFileSync(victim, 'utf8')).toBe('theirs');
  });
});

describe('a database that is taken away while it is open', () => {
  test.each([
    ['removed', () => rmSync(file)],
    ['removed with its folder', () => rmSync(folder, { recursive: true })],
    [
      'replaced',
      () => {
        copyFileSync(file, join(folder, 'copy'));
        renameSync(join(folder, 'copy'), file);
      },
    ],
  ])('%s', async (_what, take) => {
    const database = await open();
    const requireFile = watchFile(file);
    requireFile();
    take();
    expect(requireFile).toThrow(expect.objectContaining({ code: 'DATABASE_MOVED' }));
    mkdirSync(folder, { recursive: true });
    await database.destroy().catch(() => undefined);
  });

  test.each([
    ['removed', () => rmSync(`${file}-wal`)],
    [
      'replaced',
      () => {
        copyFileSync(`${file}-wal`, join(folder, 'copy'));
        renameSync(join(folder, 'copy'), `${file}-wal`);
      },
    ],
  ])('its log %s, which a stop makes good', async (_what, take) => {
    const database = await open();
    const requireFile = watchFile(file);
    for (let n = 0; n < 600; n += 1) await database.insertInto('note').values({ text: 'before' }).execute();
    // However often it was emptied into the file: it's the same one.
    requireFile();
    take();
    expect(requireFile).toThrow(expect.objectContaining({ code: 'DATABASE_LOG_MOVED' }));
    await database.destroy();
    rmSync(`${file}-wal`, { force: true });
    const again = await open();
    expect(await again.selectFrom('note').select('text').execute()).toHaveLength(600);
    await again.destroy();
  });
});
