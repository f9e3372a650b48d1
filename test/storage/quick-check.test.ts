import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#storage/open-database.ts';
import { checkPages } from '#storage/quick-check.ts';

interface Schema {
  note: { id: string; text: string };
}
const migrations = [
  {
    name: '001-notes',
    statements: ['CREATE TABLE note (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT'],
  },
];

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-check-'));
  file = join(folder, 'notes.sqlite');
  const database = await openDatabase<Schema>({ file, migrations });
  const rows = Array.from({ length: 500 }, (_, n) => ({ id: `n${n}`, text: 'x'.repeat(300) }));
  await database.insertInto('note').values(rows).execute();
  await database.destroy();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a disk does that lost what it held: a page in the middle holds nothing any more. */
function damage(): void {
  const handle = openSync(file, 'r+');
  const page = 4096;
  const last = Math.floor(statSync(file).size / page) - 1;
  for (let n = 4; n <= last; n += 3) writeSync(handle, Buffer.alloc(page, 0xff), 0, page, n * page);
  closeSync(handle);
}

describe('a database that a disk damaged', () => {
  it('is refused at the start, before anything is written to it', async () => {
    damage();
    const before = statSync(file);
    await expect(openDatabase<Schema>({ file, migrations })).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
    });
    expect(statSync(file).size).toBe(before.size);
  });

  it('is found in a thread of its own where it is large, and refused from then on', async () => {
    damage();
    const database = await openDatabase<Schema>({ file, migrations, checkedAtOnceBytes: 0 });
    try {
      const ask = () => database.selectFrom('note').select('id').where('id', '=', 'n1').execute();
      await vi.waitFor(() => expect(ask()).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' }), 30_000);
    } finally {
      await database.destroy().catch(() => undefined);
    }
  });
});

describe('a sound database', () => {
  it.each([
    ['before it is used', Number.MAX_SAFE_INTEGER],
    ['beside its use', 0],
  ])('is read through %s, and used', async (_when, atOnceBytes) => {
    const connection = new DatabaseSync(file);
    const pages = checkPages(connection, file, atOnceBytes);
    await pages.done;
    expect(pages.requireSound).not.toThrow();
    await pages.stop();
    connection.close();
  });

  it('can be closed while it is still read', async () => {
    const database = await openDatabase<Schema>({ file, migrations, checkedAtOnceBytes: 0 });
    await database.insertInto('note').values({ id: 'last', text: 'one' }).execute();
    await database.destroy();
    const again = await openDatabase<Schema>({ file, migrations });
    expect(await again.selectFrom('note').select('text').where('id', '=', 'last').execute()).toHaveLength(1);
    await again.destroy();
  });
});
