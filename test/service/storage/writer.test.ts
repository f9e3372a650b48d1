import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSetting, writeSetting } from '#service/storage/settings.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { GroupCommitWriter } from '#service/storage/writer.ts';

let folder: string;
let store: Store;
let writer: GroupCommitWriter;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-writer-'));
  store = await openStore(folder);
  writer = new GroupCommitWriter(store);
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
