import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Generated } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '#storage/lock-folder.ts';
import { openDatabase } from '#storage/open-database.ts';
import { diskFault } from '#storage/storage-error.ts';

interface Schema {
  note: { id: Generated<number>; text: string };
}
const first = {
  name: '001-notes',
  statements: ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
};
const second = { name: '002-unique', statements: ['CREATE UNIQUE INDEX note_text ON note (text)'] };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-storage-'));
  file = join(folder, 'data', 'notes.sqlite');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (migrations = [first]) => openDatabase<Schema>({ file, migrations });

describe('an opened database', () => {
  test('says that it is brought up to date where there is something to copy before, and not otherwise', async () => {
    const said: number[] = [];
    const openWith = async (...migrations: (typeof first)[]): Promise<void> => {
      const onUpgrade = (): unknown => said.push(migrations.length);
      await (await openDatabase<Schema>({ file, migrations, onUpgrade })).destroy();
    };
    await openWith(first);
    await openWith(first);
    expect(said).toEqual([]);
    await openWith(first, second);
    await openWith(first, second);
    expect(said).toEqual([2]);
  });

  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 5000],
  ])('has %s = %s', async (pragma, expected) => {
    const database = await open();
    const { rows } = await sql<Record<string, unknown>>`PRAGMA ${sql.raw(pragma)}`.execute(database);
    expect(Object.values(rows[0] ?? {})).toEqual([expected]);
    await database.destroy();
  });

  test.skipIf(process.platform === 'win32')(
    'becomes its owner’s alone, with its folder, where others could read it',
    async () => {
      const database = await open();
      await database.insertInto('note').values({ text: 'one' }).execute();
      await database.destroy();
      const data = join(folder, 'data');
      chmodSync(file, 0o664);
      chmodSync(data, 0o755);
      const unlock = lockFolder(data);
      await (await open()).destroy();
      unlock();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(data).mode & 0o777).toBe(0o700);
    },
  );

  test.skipIf(process.platform === 'win32')('changes the mode of nothing that a link leads to', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o755 });
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(folder, 'data'));
    lockFolder(join(folder, 'data'))();
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
  });

  test('belongs to its owner alone', async () => {
    const database = await open();
    await database.insertInto('note').values({ text: 'one' }).execute();
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
    }
    await database.destroy();
  });

  test('keeps rows over a restart, and rolls back a transaction that throws', async () => {
    const database = await open();
    const inserted = await database.insertInto('note').values({ text: 'one' }).executeTakeFirstOrThrow();
    expect(inserted.insertId).toBe(1n);
    await expect(
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto('note').values({ text: 'two' }).execute();
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    await database.destroy();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const again = await open();
    expect(await again.selectFrom('note').select('text').execute()).toEqual([{ text: 'one' }]);
    await again.destroy();
  });

  test('stays right when more different statements are used than are kept', async () => {
    const database = await open();
    await database.insertInto('note').values({ text: 'one' }).execute();
    for (let n = 0; n < 600; n += 1) {
      const { rows } = await sql<{ n: number }>`SELECT ${sql.raw(String(n))} AS n FROM note`.execute(
        database,
      );
      expect(rows[0]?.n).toBe(n);
    }
    await database.destroy();
  });
});

describe('migrations', () => {
  test('are applied once, in order, with what is new', async () => {
    await (await open()).destroy();
    const database = await open([first, second]);
    await database.insertInto('note').values({ text: 'one' }).execute();
    await expect(database.insertInto('note').values({ text: 'one' }).execute()).rejects.toThrow(/UNIQUE/);
    const { rows } = await sql`SELECT position, name FROM migration ORDER BY position`.execute(database);
    expect(rows).toEqual([
      { position: 0, name: '001-notes' },
      { position: 1, name: '002-unique' },
    ]);
    await database.destroy();
  });

  test('that fail leave the database as it was before them', async () => {
    const broken = { name: '002-broken', statements: ['CREATE TABLE half (id INTEGER)', 'NOT SQL'] };
    await expect(open([first, broken])).rejects.toMatchObject({ code: 'MIGRATION_FAILED' });
    const database = await open();
    const { rows } = await sql`SELECT name FROM sqlite_schema WHERE name = 'half'`.execute(database);
    expect(rows).toEqual([]);
    await database.destroy();
  });

  test('say of a full disk that it is full, and leave the schema as it was', async () => {
    await (await open([first])).destroy();
    const large = {
      name: '002-large',
      statements: ['PRAGMA max_page_count = 9', 'CREATE TABLE large AS SELECT zeroblob(99999)'],
    };
    await expect(open([first, large])).rejects.toMatchObject({ code: 'DISK_FULL' });
    await (await open([first])).destroy();
  });

  test('refuse a database of a newer version', async () => {
    await (await open([first, second])).destroy();
    await expect(open([first])).rejects.toMatchObject({ code: 'DATABASE_TOO_NEW' });
  });
});

test('a file that is no database is refused', async () => {
  file = join(folder, 'notes.sqlite');
  writeFileSync(file, 'not a database '.repeat(500));
  await expect(open()).rejects.toMatchObject({ code: 'DATABASE_UNREADABLE' });
});

describe('a locked folder', () => {
  test('is refused to the next, until it is given free', () => {
    const release = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'FOLDER_LOCKED' }));
    release();
    lockFolder(folder)();
  });

  test('is what a full disk is not called', () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const take = (): void => {
      throw full;
    };
    expect(() => lockFolder(folder, take)).toThrow(
      expect.objectContaining({ code: 'DISK_FULL', cause: full }),
    );
    lockFolder(folder)();
  });

  test('is what a full disk is not called, where what connections share finds no room', () => {
    const shared = Object.assign(new Error('disk I/O error'), { errcode: 4874 });
    expect(diskFault(shared)).toMatchObject({ code: 'DISK_FULL', cause: shared });
    expect(diskFault(shared)).toMatchObject({ remedy: expect.stringContaining('that still runs') as string });
  });

  test.each([
    ['whose lock has other contents', () => writeFileSync(join(folder, 'lock'), 'x'.repeat(5000))],
    ['where its lock can write nothing', () => mkdirSync(join(folder, 'lock-journal'))],
  ])('is what one is not called %s', (_what, happens) => {
    happens();
    expect(() => lockFolder(folder)).toThrow(
      expect.objectContaining({
        code: 'FOLDER_LOCK_FAILED',
        message: expect.stringContaining(join(folder, 'lock')) as string,
      }),
    );
  });
});
