import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Generated, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withBundle } from '#scripts/bundle.mjs';
import { copiesOf, copyWhole } from '#storage/copy-database.ts';
import type { Migration } from '#storage/migrate.ts';
import { openDatabase } from '#storage/open-database.ts';

interface Schema {
  note: { id: Generated<number>; text: string };
}
const notes: Migration = {
  name: '001-notes',
  statements: ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
};
const later = (count: number): Migration[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `00${index + 2}-step`,
    statements: [`CREATE TABLE step_${index} (id INTEGER) STRICT`],
  }));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-copies-'));
  file = join(folder, 'notes.sqlite');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (migrations: readonly Migration[], at = file) => openDatabase<Schema>({ file: at, migrations });

async function withNotes(texts: readonly string[]): Promise<void> {
  const database = await open([notes]);
  for (const text of texts) await database.insertInto('note').values({ text }).execute();
  await database.destroy();
}

const names = (): string[] => copiesOf(file).map((path) => basename(path));

describe('the copy before a migration', () => {
  test('is the database as it was, whole in one file, its owner’s alone', async () => {
    await withNotes(['one', 'two']);
    await (await open([notes, ...later(1)])).destroy();
    expect(names()).toEqual(['notes.sqlite.schema-1-before-2']);
    const [copy = ''] = copiesOf(file);
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => /copy-unfinished|before-2-/.test(name))).toEqual([]);
    const old = await open([notes], copy);
    expect(await old.selectFrom('note').select('text').execute()).toEqual([{ text: 'one' }, { text: 'two' }]);
    const { rows } = await sql`SELECT name FROM sqlite_schema WHERE name LIKE 'step%'`.execute(old);
    expect(rows).toEqual([]);
    await old.destroy();
  });

  test('has what stood in the log alone when the program was killed', async () => {
    const database = await open([notes]);
    await database.insertInto('note').values({ text: 'in the log' }).execute();
    // As after a kill: the file and its log as they lie there.
    const killed = join(folder, 'killed.sqlite');
    for (const ending of ['', '-wal']) writeFileSync(killed + ending, readFileSync(file + ending));
    await database.destroy();
    await (await open([notes, ...later(1)], killed)).destroy();
    const old = await open([notes], copiesOf(killed)[0]);
    expect(await old.selectFrom('note').select('text').execute()).toEqual([{ text: 'in the log' }]);
    await old.destroy();
  });

  test('keeps the two newest', async () => {
    await withNotes([]);
    for (const count of [1, 2, 3]) await (await open([notes, ...later(count)])).destroy();
    expect(names()).toEqual(['notes.sqlite.schema-3-before-4', 'notes.sqlite.schema-2-before-3']);
  });

  test('is made neither of a new database nor of one that is up to date', async () => {
    await (await open([notes, ...later(2)])).destroy();
    await (await open([notes, ...later(2)])).destroy();
    expect(names()).toEqual([]);
  });

  test('attack: planted names of later schemas push the real copies out', async () => {
    await withNotes(['one']);
    for (const from of [7, 8, 9]) writeFileSync(`${file}.schema-${from}-before-${from + 1}`, 'planted');
    for (const count of [1, 2]) await (await open([notes, ...later(count)])).destroy();
    expect(names().filter((name) => /schema-[12]-/.test(name))).toEqual([
      'notes.sqlite.schema-2-before-3',
      'notes.sqlite.schema-1-before-2',
    ]);
  });

  test('attack: folders and links with the names of copies stop each start, or count as copies', async () => {
    await withNotes(['one']);
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    for (const name of ['0-before-0', '0-before-1', '0-before-2']) mkdirSync(`${file}.schema-${name}`);
    symlinkSync(victim, `${file}.schema-1-before-9`);
    for (const count of [1, 2]) await (await open([notes, ...later(count)])).destroy();
    expect(names()).toContain('notes.sqlite.schema-1-before-2');
    expect(names()).toContain('notes.sqlite.schema-2-before-3');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  test('attack: a folder in the place of the copy ends in words, and changes nothing', async () => {
    await withNotes(['one']);
    for (const name of [`${file}.copy-unfinished`, `${file}.schema-1-before-2`]) {
      mkdirSync(name);
      writeFileSync(join(name, 'in it'), '');
      await expect(open([notes, ...later(1)])).rejects.toMatchObject({ code: 'MIGRATION_COPY_FAILED' });
      rmSync(name, { recursive: true });
    }
    await (await open([notes, ...later(1)])).destroy();
  });

  test('follows no link that lies in its place', async () => {
    await withNotes(['one']);
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, `${file}.copy-unfinished`);
    symlinkSync(victim, `${file}.schema-1-before-2`);
    await (await open([notes, ...later(1)])).destroy();
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(names()).toEqual(['notes.sqlite.schema-1-before-2']);
  });

  test('refuses to upgrade a damaged database, whose copy is damaged too', async () => {
    const database = await open([notes]);
    for (let n = 0; n < 400; n += 1)
      await database
        .insertInto('note')
        .values({ text: 'x'.repeat(200) })
        .execute();
    await database.destroy();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 12 * 4096, 13 * 4096);
    writeFileSync(file, bytes);
    await expect(open([notes, ...later(1)])).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' });
    // A large one is not read through before.
    const large = openDatabase({ file, migrations: [notes, ...later(1)], checkedAtOnceBytes: 0 });
    await expect(large).rejects.toMatchObject({ code: 'MIGRATION_COPY_FAILED' });
    expect(names()).toEqual([]);
  });
});

describe('a downgrade', () => {
  test('is refused in words, and changes and copies nothing', async () => {
    await (await open([notes, ...later(1)])).destroy();
    const before = readFileSync(file);
    await expect(open([notes])).rejects.toMatchObject({
      code: 'DATABASE_TOO_NEW',
      message: expect.stringContaining('newer version') as string,
      remedy: expect.stringContaining('restore the copy') as string,
    });
    expect(readFileSync(file)).toEqual(before);
    expect(names()).toEqual([]);
  });
});

describe('a process of its own', () => {
  const child = <T>(use: (script: string) => Promise<T>): Promise<T> =>
    withBundle({ child: 'test/fixtures/migrate-child.ts' }, (out) => use(join(out, 'child.mjs')));

  test('that is killed between copy and migration leaves both, and the next start goes on', async () => {
    await withNotes(['kept']);
    await child(async (script) => {
      const killed = spawnSync(process.execPath, [script, file, 'die'], { encoding: 'utf8' });
      expect(killed.signal).toBe('SIGKILL');
      expect(names()).toEqual(['notes.sqlite.schema-1-before-2']);
      const old = await open([notes]);
      expect(await old.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
      await old.destroy();
      const again = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
      expect(again.stdout).toBe('migrated notes.sqlite\n');
      expect(names()).toEqual(['notes.sqlite.schema-1-before-2']);
    });
  });

  test.skipIf(process.platform === 'win32').each([
    ['database', 'DATABASE_UNREADABLE'],
    ['log', 'DATABASE_LOG_FOREIGN'],
  ])('attack: a named pipe in place of the %s doesn’t block the start', async (what, code) => {
    if (what === 'log') await (await open([notes])).destroy();
    const pipe = what === 'log' ? `${file}-wal` : file;
    rmSync(pipe, { force: true });
    spawnSync('mkfifo', [pipe]);
    await child((script) => {
      const refused = spawnSync(process.execPath, [script, file], { encoding: 'utf8', timeout: 20_000 });
      expect(JSON.parse(refused.stdout)).toEqual({ code });
      return Promise.resolve();
    });
  });

  test.skipIf(process.platform === 'win32')('that has no room for the copy does not migrate', async () => {
    await withNotes(Array.from({ length: 300 }, () => 'x'.repeat(2000)));
    await child(async (script) => {
      // The limit is below the copy’s size: writing fails as on a full disk, and nothing kills the process.
      const command = 'trap "" XFSZ; ulimit -f 100; exec "$0" "$1" "$2"';
      const full = spawnSync('bash', ['-c', command, process.execPath, script, file], { encoding: 'utf8' });
      expect(JSON.parse(full.stdout)).toEqual({ code: 'MIGRATION_COPY_FAILED' });
      expect(readdirSync(folder).filter((name) => /schema|unfinished/.test(name))).toEqual([]);
      const old = await open([notes]);
      expect(await old.selectFrom('note').select('id').execute()).toHaveLength(300);
      await old.destroy();
    });
  });
});

describe('a whole copy on a file system without hard links', () => {
  const to = (): string => join(folder, 'copy.sqlite');
  /** As FAT and network shares answer; what happens before it does. */
  const without =
    (code: string, happens: () => void = () => undefined) =>
    (): void => {
      happens();
      throw Object.assign(new Error(code), { code });
    };

  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR'])(
    'is made (%s)',
    async (code) => {
      await withNotes(['kept']);
      await copyWhole(file, to(), without(code));
      const copy = await open([notes], to());
      expect(await copy.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
      await copy.destroy();
      if (process.platform !== 'win32') expect(statSync(to()).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
    },
  );

  test('attack: takes the place of no file that was put there meanwhile', async () => {
    await withNotes(['kept']);
    const put = (): void => writeFileSync(to(), 'mine');
    await expect(copyWhole(file, to(), without('EPERM', put))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(to(), 'utf8')).toBe('mine');
    rmSync(to());
    const link = (): void => symlinkSync(join(folder, 'nowhere'), to());
    await expect(copyWhole(file, to(), without('EPERM', link))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readdirSync(folder).filter((name) => /unfinished|nowhere/.test(name))).toEqual([]);
  });

  test('leaves no name where the copy can’t be moved, and is not begun for another fault', async () => {
    await withNotes(['kept']);
    const gone = (): void => rmSync(`${to()}.unfinished`);
    await expect(copyWhole(file, to(), without('EPERM', gone))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(copyWhole(file, to(), without('ENOSPC'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});
