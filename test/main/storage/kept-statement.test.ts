import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptStatement } from '#main/storage/kept-statement.ts';
import { MIGRATIONS } from '#main/storage/migrations.ts';
import type { Tables } from '#main/storage/tables.ts';
import { openDatabase } from '#storage/open-database.ts';

let folder: string;
let database: Kysely<Tables>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-kept-'));
  database = await openDatabase<Tables>({ file: join(folder, 'console.db'), migrations: MIGRATIONS });
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (
  statement: ReturnType<typeof setting>,
  values: { name: string; value: string },
): Promise<void> => database.transaction().execute((transaction) => statement(transaction, values));

function setting(onBuild: () => void = () => undefined) {
  return keptStatement<{ name: string; value: string }>((builder, { name, value }) => {
    onBuild();
    return builder
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }));
  });
}

describe('kept statements', () => {
  it('are made once, and bind each run’s own values, one that stands twice as well', async () => {
    let built = 0;
    const set = setting(() => (built += 1));
    await run(set, { name: 'first', value: 'a' });
    await run(set, { name: 'second', value: 'b' });
    await run(set, { name: 'first', value: 'c' });
    expect(built).toBe(1);
    expect(await database.selectFrom('setting').selectAll().orderBy('name').execute()).toEqual([
      { name: 'first', value: 'c' },
      { name: 'second', value: 'b' },
    ]);
  });

  it('attack: a value that looks like SQL, a place or a NUL stays a value, or is refused', async () => {
    const set = setting();
    for (const value of ["'; DROP TABLE setting; --", '?', '$1', '"name"']) {
      await run(set, { name: 'x', value });
      expect(await database.selectFrom('setting').select('value').execute()).toEqual([{ value }]);
    }
    await expect(run(set, { name: 'x', value: 'a\0b' })).rejects.toMatchObject({ code: 'TEXT_REFUSED' });
  });
});
