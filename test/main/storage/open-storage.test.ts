import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';

const request = {
  fingerprint: 'sha256:aa',
  operation: 'sign_transaction',
  body: '{"type":"x","ü":"\\u0000"}',
  profileId: 'local',
  publicKey: '02aa',
  sentAtMs: 5,
  expectation: '{"kind":"none"}',
  mac: 'ab'.repeat(32),
};

describe('what the console keeps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-storage-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the profile Local from the first start, before those that are added', async () => {
    const storage = await openStorage(folder);
    const hosted = {
      id: 'h',
      kind: 'hosted',
      name: 'A',
      baseUrl: 'https://a',
      organizationId: 'o',
      organizationName: null,
      keys: null,
      network: null,
      moves: 0,
    } as const;
    await storage.profiles.add(hosted, 1);
    expect((await storage.profiles.list()).map(({ id }) => id)).toEqual(['local', 'h']);
    await storage.profiles.setOrganizationName('h', 'Acme');
    await storage.close();
    const again = await openStorage(folder);
    expect((await again.profiles.list())[1]).toEqual({ ...hosted, organizationName: 'Acme' });
    await again.close();
  });

  it('removes a profile together with its own settings, and with no other’s', async () => {
    const storage = await openStorage(folder);
    for (const id of ['h', 'h2'])
      for (const name of ['auth-proxy', 'credential', 'payment-columns'] as const)
        await storage.settings.set(`${name}.${id}`, 'kept');
    await storage.settings.set('theme', 'dark');
    await storage.profiles.remove('h');
    for (const name of ['auth-proxy', 'credential', 'payment-columns'] as const)
      expect([await storage.settings.get(`${name}.h`), await storage.settings.get(`${name}.h2`)]).toEqual([
        undefined,
        'kept',
      ]);
    expect(await storage.settings.get('theme')).toBe('dark');
    await storage.close();
  });

  it('keeps a sent request byte for byte until it is answered, across a restart', async () => {
    const storage = await openStorage(folder);
    await storage.requests.add(request);
    expect(await storage.requests.listInterrupted()).toEqual([request]);
    await storage.requests.settle(request.fingerprint, 'open');
    await storage.close();

    const again = await openStorage(folder);
    expect(await again.requests.listInterrupted()).toEqual([]);
    expect(await again.requests.findUnanswered(request.fingerprint)).toEqual(request);
    await again.requests.add(request);
    expect(await again.requests.listInterrupted()).toEqual([request]);
    await again.requests.settle(request.fingerprint, 'answered');
    expect(await again.requests.listUnanswered()).toEqual([]);
    await again.close();
  });

  it('keeps what waits or got no answer, and forgets answered requests that are old or too many', async () => {
    const storage = await openStorage(folder);
    const add = async (name: string, sentAtMs: number, state?: 'open' | 'waiting' | 'answered') => {
      await storage.requests.add({ ...request, fingerprint: name, sentAtMs });
      if (state !== undefined) await storage.requests.settle(name, state);
    };
    await add('sent', 1);
    await add('open', 1, 'open');
    await add('waiting', 1, 'waiting');
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => add(`answered ${index}`, 100 + index, 'answered')),
    );
    const kept = (): string[] => {
      const database = new DatabaseSync(join(folder, 'console.db'), { readOnly: true });
      const rows = database
        .prepare('SELECT fingerprint FROM sent_request ORDER BY sent_at, fingerprint')
        .all();
      database.close();
      return rows.map((row) => (row as { fingerprint: string }).fingerprint);
    };
    const ahead = ['open', 'sent', 'waiting'];
    await storage.requests.forgetAnswered({ beforeMs: 110, most: 2_000 });
    expect(kept()).toHaveLength(ahead.length + 1_190);
    await storage.requests.forgetAnswered({ beforeMs: 0, most: 2 });
    expect(kept()).toEqual([...ahead, 'answered 1198', 'answered 1199']);
    await storage.requests.settle('waiting', 'answered');
    await storage.requests.forgetAnswered({ beforeMs: 110, most: 1_000 });
    expect(kept()).toEqual(['open', 'sent', 'answered 1198', 'answered 1199']);
    expect((await storage.requests.listUnanswered()).map(({ fingerprint }) => fingerprint).sort()).toEqual([
      'open',
      'sent',
    ]);
    await storage.close();
  });

  it.each([
    ['its database', 'console.db', 'DATABASE_MOVED'],
    ['its database’s log', 'console.db-wal', 'DATABASE_LOG_MOVED'],
  ])(
    'attack: %s is replaced while the console is open: nothing more is kept there',
    async (_what, name, code) => {
      const storage = await openStorage(folder);
      await storage.settings.set('theme', 'dark');
      copyFileSync(join(folder, name), join(folder, 'copy'));
      renameSync(join(folder, 'copy'), join(folder, name));
      await expect(storage.settings.set('theme', 'light')).rejects.toMatchObject({ code });
      await expect(storage.settings.get('theme')).rejects.toMatchObject({ code });
      await storage.close();
    },
  );

  it('refuses a data folder that another console uses', async () => {
    const storage = await openStorage(folder);
    await expect(openStorage(folder)).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
    await storage.close();
  });

  it('its lock’s file is removed while the console is open: it is locked again with the next thing that is kept', async () => {
    const storage = await openStorage(folder);
    rmSync(join(folder, 'lock'));
    await storage.settings.set('theme', 'dark');
    await expect(openStorage(folder)).rejects.toMatchObject({ code: 'FOLDER_LOCKED' });
    await storage.close();
    const again = await openStorage(folder);
    expect(await again.settings.get('theme')).toBe('dark');
    await again.close();
  });

  it('attack: the lock’s file is removed, and another console takes the folder: nothing more is kept there', async () => {
    const first = await openStorage(folder);
    rmSync(join(folder, 'lock'));
    const second = await openStorage(folder);
    await second.settings.set('theme', 'dark');
    const lost = { code: 'FOLDER_LOST' };
    await expect(first.settings.set('theme', 'light')).rejects.toMatchObject(lost);
    await expect(first.requests.add(request)).rejects.toMatchObject(lost);
    await expect(first.close()).rejects.toMatchObject(lost);
    // The first one’s end takes the second one’s log from it neither.
    expect(JSON.parse(readFileSync(join(folder, 'console.db.made'), 'utf8'))).toMatchObject({ open: true });
    await second.settings.set('theme', 'system');
    expect(await second.settings.get('theme')).toBe('system');
    await second.close();
  });

  it('keeps what was left out of a set, and names no line by what somebody else wrote there', async () => {
    const storage = await openStorage(folder);
    const set = {
      purpose: 'batch',
      ...{ id: 's', title: 'vendors.csv', results: null, profileId: 'local' },
      ...{ publicKey: '02aa', organizationId: 'o', moves: 0, createdAtMs: 5, leftOut: null },
    } as const;
    await storage.groups.add(set);
    await storage.groups.add({ ...set, id: 't' });
    await storage.groups.complete('s', { count: 12, lines: [7, 33] });
    await storage.groups.complete('t');
    expect((await storage.groups.find('s'))?.leftOut).toEqual({ count: 12, lines: [7, 33] });
    expect((await storage.groups.find('t'))?.leftOut).toBeNull();
    await storage.close();
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.exec("UPDATE request_set SET left_out_lines = '9 <b> -1 1e99 x'");
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const again = await openStorage(folder);
    expect((await again.groups.find('s'))?.leftOut).toEqual({ count: 12, lines: [9] });
    await again.close();
  });
});
