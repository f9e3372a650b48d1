import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { putSetting } from '#service/storage/settings.ts';
import { openStore } from '#service/storage/store.ts';
import { readColumn } from '#storage/statements.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { addPolicy } from '../../fixtures/team.ts';
import { openKeyRing } from '#test/fixtures/key-ring.ts';

let service: LocalService;
beforeEach(async () => {
  service = await LocalService.start();
});
afterEach(() => service.stop());

const OLDER = { code: 'DATABASE_OLDER' };
const backup = (name: string): string => join(service.data, '..', name);
const copyTo = (name: string): void => cpSync(service.data, backup(name), { recursive: true });
function putBack(name: string): void {
  rmSync(service.data, { recursive: true });
  cpSync(backup(name), service.data, { recursive: true });
  rmSync(join(service.data, 'lock'), { force: true });
}
const deny = { effect: 'EFFECT_DENY', condition: 'true' };
const policies = async (): Promise<unknown[]> =>
  (await service.query('list_policies')).json['policies'] as unknown[];
/** Stops it as a starter does that notes how far it came. */
async function haltAndNote(): Promise<void> {
  await service.halt();
  service.generation = { ...service.generation, known: service.ready.generation + 1 };
}

describe('somebody who puts an older copy of the whole database in its place', () => {
  it('is found out at the next start: a copy of before the last start', async () => {
    await haltAndNote();
    copyTo('older');
    await service.restart();
    await addPolicy(service, deny);
    await haltAndNote();
    putBack('older');
    await expect(service.restart()).rejects.toMatchObject(OLDER);
  });

  it('is found out at the next start: a copy from within the last run', async () => {
    copyTo('within');
    await addPolicy(service, deny);
    await haltAndNote();
    putBack('within');
    await expect(service.restart()).rejects.toMatchObject(OLDER);
    // What is refused is left as it is: no further start makes it newer.
    await expect(service.restart()).rejects.toMatchObject(OLDER);
  });

  it('is found out where the copy is of before its rows were sealed, whatever number stands in it', async () => {
    await haltAndNote();
    const store = await openStore(service.data);
    const { database: key } = await openKeyRing(store, service.storageKey);
    const unsealed = key.seal(toUtf8('storage-key-check'), 'storage-key-check');
    await putSetting(store, 'storage-key-check', toHex(unsealed));
    await putSetting(store, 'generation', '1000000');
    await store.destroy();
    await expect(service.restart()).rejects.toMatchObject(OLDER);
  });
});

describe('somebody who takes every row out of the database', () => {
  const empty = (): void => {
    const database = new DatabaseSync(join(service.data, 'service.sqlite'));
    database.exec('PRAGMA foreign_keys = OFF');
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration'";
    for (const name of readColumn(database, tables)) database.exec(`DELETE FROM "${String(name)}"`);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  };

  it('is found out where a state of it is known, and begins no organization of their own', async () => {
    const { organizationId } = service.ready;
    await haltAndNote();
    copyTo('whole');
    empty();
    await expect(service.restart()).rejects.toMatchObject(OLDER);
    await expect(service.restart()).rejects.toMatchObject(OLDER);
    putBack('whole');
    await service.restart();
    expect(service.ready.organizationId).toBe(organizationId);
  });

  it('leaves what a first start leaves that was killed: it begins again where no state was noted, or is accepted', async () => {
    for (const generation of [service.generation, { known: 9, acceptOlder: true }]) {
      await service.halt();
      empty();
      service.generation = generation;
      await service.restart();
    }
    expect(service.ready.generation).toBe(10);
  });
});

describe('an operator is never locked out', () => {
  it('by a service that was killed before its state was noted: a database may be ahead', async () => {
    copyTo('as at kill -9');
    const { generation } = service.ready;
    await service.halt();
    putBack('as at kill -9');
    service.generation = { known: generation, acceptOlder: false };
    await service.restart();
    expect(service.ready.generation).toBe(generation + 1);
    for (const known of [0, 1]) {
      service.generation = { known, acceptOlder: false };
      await service.restart();
    }
  });

  it('from a backup that they take on purpose: it is the newest from then on', async () => {
    await addPolicy(service, deny);
    await haltAndNote();
    copyTo('backup');
    await service.restart();
    await addPolicy(service, { ...deny, condition: 'false' });
    await haltAndNote();
    putBack('backup');
    const { known } = service.generation;
    service.generation = { known, acceptOlder: true };
    await service.restart();
    expect(await policies()).toHaveLength(1);
    expect(service.ready.generation).toBe(known + 1);
    service.generation = { known: service.ready.generation, acceptOlder: false };
    await service.restart();
  });

  it('from a folder of which nothing is left: it begins anew, and counts on', async () => {
    service.generation = { known: 41, acceptOlder: false };
    await service.halt();
    rmSync(service.data, { recursive: true });
    await service.restart();
    expect(service.ready.generation).toBe(42);
  });
});
