import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTurn } from '#main/platform/pacing.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { copyFiles } from '../../fixtures/running-sets.ts';

/** More than go at once. */
const MANY = 1_200;

/** Until some of the pieces are done, and not all. */
const someTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
};

describe('a large set', () => {
  let folder: string;
  let storage: ConsoleStorage;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-storage-'));
    storage = await openStorage(join(folder, 'data'));
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const add = async (id: string): Promise<void> => {
    await storage.groups.add({
      purpose: 'batch',
      ...{ id, title: 'vendors.csv', results: null, profileId: 'local' },
      ...{ publicKey: '02aa', organizationId: 'o', moves: 0, createdAtMs: 5, leftOut: null },
    });
    for (let at = 0; at < MANY; at += 200) {
      const page = Array.from({ length: 200 }, (_, index) => at + index);
      const request = { operation: 'sign_transaction', body: '{}', line: null, reference: null };
      await storage.groups.append(
        id,
        page.map((position) => ({ position, ...request })),
      );
    }
  };

  it('is removed with turns for others in between, and found no more from the beginning on', async () => {
    for (const id of ['s', 't']) {
      await add(id);
      await storage.groups.complete(id);
    }
    const removing = storage.groups.remove('s');
    await someTurns();
    const { new: left = 0 } = await storage.groups.count('s');
    expect([left > 0, left < MANY]).toEqual([true, true]);
    expect(await storage.groups.find('s')).toBeUndefined();
    expect((await storage.groups.list()).map(({ id }) => id)).toEqual(['t']);
    // A crash now: the next start removes the rest.
    copyFiles(join(folder, 'data'), join(folder, 'killed'));
    await removing;
    expect(await storage.groups.count('s')).toEqual({});

    const killed = await openStorage(join(folder, 'killed'));
    expect((await killed.groups.count('s')).new).toBeGreaterThan(0);
    expect((await killed.groups.list()).map(({ id }) => id)).toEqual(['t']);
    await killed.groups.removeIncomplete();
    for (const { groups } of [storage, killed]) {
      expect(await groups.count('s')).toEqual({});
      expect(await groups.count('t')).toEqual({ new: MANY });
    }
    await killed.close();
  });

  it('that was begun only is removed with turns for others in between', async () => {
    await add('s');
    const removing = storage.groups.removeIncomplete();
    await someTurns();
    const { new: left = 0 } = await storage.groups.count('s');
    expect([left > 0, left < MANY]).toEqual([true, true]);
    await removing;
    expect(await storage.groups.count('s')).toEqual({});
    await add('s');
  });

  it.each(['X', null])(
    'is reopened with turns for others in between, where its code is %s, and no other request',
    async (code) => {
      await add('s');
      const failure = code === null ? {} : { failure: { code, message: 'No' } };
      const others = new Map([
        [3, 'done'],
        [700, 'failed'],
        [1_100, 'sent'],
      ] as const);
      await Promise.all(
        Array.from({ length: MANY }, async (_, position) => {
          const other = others.get(position as 3);
          if (other === undefined) await storage.groups.setState('s', position, 'failed', failure);
          else await storage.groups.setState('s', position, other, { failure: { code: 'Y', message: 'No' } });
        }),
      );
      const reopening = storage.groups.reopen('s', code, 'new');
      await someTurns();
      const { failed: left = 0 } = await storage.groups.count('s');
      expect([left > 1, left < MANY - 2]).toEqual([true, true]);
      await reopening;
      expect(await storage.groups.count('s')).toEqual({ new: MANY - 3, done: 1, failed: 1, sent: 1 });
      expect(await storage.groups.countFailures('s')).toEqual([{ code: 'Y', requests: 1 }]);
    },
  );
});
