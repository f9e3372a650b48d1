import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Commit, groupCommit } from '#main/storage/group-commit.ts';
import type { Tables } from '#main/storage/tables.ts';
import { openDatabase } from '#storage/open-database.ts';

describe('writes that are asked for together', () => {
  let folder: string;
  let database: Kysely<Tables>;
  let commit: Commit;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-commit-'));
    database = await openDatabase<Tables>({
      file: join(folder, 'test.db'),
      migrations: [
        {
          name: '1',
          statements: ['CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'],
        },
      ],
    });
    commit = groupCommit(database);
  });
  afterEach(async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string): Promise<void> =>
    commit(async (transaction) => {
      await transaction.insertInto('setting').values({ name, value: '' }).execute();
    });
  const names = async (): Promise<string[]> =>
    (await database.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('share a transaction, though one task is further than the other', async () => {
    const transactions = vi.spyOn(database, 'transaction');
    const task = async (steps: number): Promise<void> => {
      // Answers of the same turn, each with another way to go until it writes.
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      await write(`task ${steps}`);
      expect(await names()).toContain(`task ${steps}`);
    };
    await Promise.all([0, 1, 3, 9].map(task));
    expect(transactions).toHaveBeenCalledTimes(1);
    await write('later');
    expect(transactions).toHaveBeenCalledTimes(2);
  });

  it('fail together, and leave nothing half written; those behind them go on', async () => {
    await write('there');
    const ended = await Promise.allSettled([write('new'), write('there')]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await names()).toEqual(['there']);
    await write('new');
    expect(await names()).toEqual(['new', 'there']);
  });
});
