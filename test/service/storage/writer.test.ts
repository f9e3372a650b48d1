import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putSetting, readSetting, writeSetting } from '#service/storage/settings.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { GroupCommitWriter } from '#service/storage/writer.ts';

let folder: string;
let store: Store;
let writer: GroupCommitWriter;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-writer-'));
  store = await openStore(folder);
  // With a clock that stands: on a busy machine what waits would go in two groups.
  writer = new GroupCommitWriter(store, undefined, () => 0);
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('work that is asked for at the same time is done in order, each whole or not at all', async () => {
  const outcomes = await Promise.allSettled([
    writer.write(async (unit) => {
      await writeSetting(unit, 'root-user', 'one');
      return 'first';
    }),
    writer.write(async (unit) => {
      await writeSetting(unit, 'root-organization', 'half');
      throw new Error('stopped half-way');
    }),
    writer.write(async (unit) => [
      await readSetting(unit, 'root-user'),
      await readSetting(unit, 'root-organization'),
    ]),
  ]);
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: new Error('stopped half-way') },
    { status: 'fulfilled', value: ['one', undefined] },
  ]);
});

test('when the group cannot be committed, none of it is said to be done', async () => {
  const done = writer.write((unit) => writeSetting(unit, 'root-user', 'one'));
  // Ends the transaction under the group, as a full disk does.
  const breaking = writer.write(async (unit) => {
    await unit.executeQuery({ ...unit.selectFrom('setting').select('name').compile(), sql: 'ROLLBACK' });
  });
  await expect(done).rejects.toThrow(/no transaction|no such savepoint/i);
  await expect(breaking).rejects.toThrow();
  expect(await readSetting(store, 'root-user')).toBeUndefined();
});

test('it goes on after a failure, and is settled when nothing waits', async () => {
  await expect(writer.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const later = writer.write((unit) => writeSetting(unit, 'root-user', 'two'));
  await writer.settled();
  await later;
  expect(await readSetting(store, 'root-user')).toBe('two');
});

test('a full disk: all that waits is told so, nothing of it is kept, and it goes on when there is room', async () => {
  const pages = async (most: number): Promise<unknown> =>
    sql.raw(`PRAGMA max_page_count = ${most}`).execute(store);
  await writer.write((unit) => putSetting(unit, 'root-user', 'before'));
  // SQLite's own limit: the system's gives the same error at the same places.
  await pages(1);
  const waiting = await Promise.allSettled([
    writer.write((unit) => putSetting(unit, 'root-organization', 'first')),
    writer.write((unit) => putSetting(unit, 'root-user', 'x'.repeat(1_000_000))),
    writer.write((unit) => putSetting(unit, 'root-public-key', 'last')),
  ]);
  expect(waiting).toMatchObject(
    waiting.map(() => ({ status: 'rejected', reason: { name: 'StorageError', code: 'DISK_FULL' } })),
  );
  await expect(
    writer.write((unit) => putSetting(unit, 'root-user', 'x'.repeat(1_000_000))),
  ).rejects.toMatchObject({ code: 'DISK_FULL' });
  await pages(1_000_000);
  await writer.write((unit) => putSetting(unit, 'root-public-key', 'after'));
  const kept = ['root-user', 'root-organization', 'root-public-key'] as const;
  expect(await Promise.all(kept.map((name) => readSetting(store, name)))).toEqual([
    'before',
    undefined,
    'after',
  ]);
});

test('attack: work that takes long lets readers in before the rest of what waits', async () => {
  let ms = 0;
  const slow = new GroupCommitWriter(store, undefined, () => ms);
  const done: string[] = [];
  const jobs = Array.from({ length: 6 }, (_, at) =>
    slow.write(() => {
      ms += 10;
      done.push(`write ${at}`);
      return Promise.resolve();
    }),
  );
  // It waits for the one connection, behind the first transaction.
  await new Promise(setImmediate);
  const reader = readSetting(store, 'root-user').then(() => done.push('read'));
  await Promise.all([...jobs, reader]);
  expect(done.slice(0, 3)).toEqual(['write 0', 'write 1', 'read']);
  expect(done).toHaveLength(7);
});

test('where a transaction cannot begin, all that waits for it is told, and the next one goes on', async () => {
  let refusals = 1;
  const guarded = new GroupCommitWriter(store, () =>
    refusals-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve(),
  );
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((value) => guarded.write(() => Promise.resolve(value))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await guarded.write(() => Promise.resolve(4))).toBe(4);
});
