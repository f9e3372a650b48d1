import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { userRecords } from '#service/engine/user-records.ts';
import { deleteRow, insertRow } from '#service/storage/rows.ts';
import { openStore } from '#service/storage/store.ts';
import { FREE_TURNS } from '../../fixtures/turns.ts';

it('a user who is deleted while all are read is left out, and the others are told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-users-'));
  const store = await openStore(folder);
  onTestFinished(async () => {
    await store.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  await insertRow(store, 'organization', { id: 'one', name: 'one', created_at: 1 });
  for (const id of ['ann', 'bob', 'eve'])
    await insertRow(store, 'user', {
      ...{ id, organization_id: 'one', name: id, email: null, phone_number: null, tags: '[]' },
      ...{ created_at: 1, updated_at: 1 },
    });
  const giveWhenDue = async (): Promise<void> => {
    await deleteRow(store, 'user', 'one', 'bob');
  };
  const users = await userRecords({ store, turns: { ...FREE_TURNS, giveWhenDue } }, 'one');
  expect(users.map(({ userId }) => userId)).toEqual(['ann', 'eve']);
});
