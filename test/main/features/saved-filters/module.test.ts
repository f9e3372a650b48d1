import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { FILTERED_LISTS, type SavedFilter, savedFiltersCalls } from '#preload/contract/saved-filters.ts';
import { savedFilterHandlers } from '#main/features/saved-filters/module.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';

type ActivityChoices = Omit<Extract<SavedFilter['filter'], { list: 'activities' }>, 'list'>;
const CHOICES: ActivityChoices = {
  ...{ words: '', view: 'all', status: null, type: null, userId: null, span: 'week' },
};
const named = (name: string, words = 'night desk'): SavedFilter => ({
  name,
  filter: { list: 'users', words },
});
const users = { list: 'users' } as const;

describe('saved filters', () => {
  let folder: string;
  let storage: ConsoleStorage;
  let profileId = 'local';
  beforeEach(async () => {
    profileId = 'local';
    folder = await mkdtemp(join(tmpdir(), 'keyops-filters-'));
    storage = await openStorage(folder);
    const place = { organizationId: 'o', organizationName: null, keys: null, network: null, moves: 0 };
    await storage.profiles.add({ id: 'other', kind: 'hosted', name: 'A', baseUrl: 'https://a', ...place }, 1);
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const filters = () => savedFilterHandlers(storage.savedFilters, () => profileId);
  const write = (sql: string, ...values: string[]): void => {
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.prepare(sql).run(...values);
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  };

  it('are kept by name across a restart, each profile’s and each list’s own, until they are forgotten', async () => {
    await filters().keep(named('Night 10'));
    await filters().keep(named('Night 2'));
    await filters().keep({ name: 'Night 2', filter: { list: 'policies', words: 'deny' } });
    await filters().keep({ name: 'Mine', filter: { list: 'journal', words: '', lines: 'all' } });
    profileId = 'other';
    await filters().keep(named('Night 2', 'day desk'));
    await storage.close();
    storage = await openStorage(folder);
    expect(await filters().list(users)).toEqual([named('Night 2', 'day desk')]);
    profileId = 'local';
    expect(await filters().list(users)).toEqual([named('Night 2'), named('Night 10')]);
    expect(await filters().list({ list: 'journal' })).toHaveLength(1);
    await filters().forget({ ...users, name: 'Night 2' });
    await filters().forget({ ...users, name: 'Never saved' });
    expect(await filters().list(users)).toEqual([named('Night 10')]);
    expect(await filters().list({ list: 'policies' })).toHaveLength(1);
  });

  it.each(FILTERED_LISTS)('of %s are kept, told and forgotten for that list alone', async (list) => {
    const filter = { ...CHOICES, chain: 'all', lines: 'all', rows: 'wrong', words: 'night', list };
    const given = savedFiltersCalls.keep.input.parse({ name: 'Night', filter });
    await filters().keep(given);
    for (const each of FILTERED_LISTS)
      expect(await filters().list({ list: each })).toEqual(each === list ? [given] : []);
    await filters().rename({ list, name: 'Night', to: 'Late' });
    expect(await filters().list({ list })).toEqual([{ ...given, name: 'Late' }]);
    await filters().forget({ list, name: 'Late' });
    expect(await filters().list({ list })).toEqual([]);
  });

  it('go with their profile', async () => {
    profileId = 'other';
    await filters().keep(named('Night'));
    await storage.profiles.remove('other');
    expect(await filters().list(users)).toEqual([]);
  });

  it('give way to a newer one with the same name', async () => {
    await filters().keep(named('Night'));
    await filters().keep(named('Night', 'day'));
    expect(await filters().list(users)).toEqual([named('Night', 'day')]);
  });

  it('get another name, unless another filter of the list has it', async () => {
    await filters().keep(named('Night'));
    await filters().keep(named('Day', 'day'));
    await filters().rename({ ...users, name: 'Night', to: 'Late' });
    await filters().rename({ ...users, name: 'Late', to: 'Late' });
    const taken = filters().rename({ ...users, name: 'Late', to: 'Day' });
    await expect(taken).rejects.toMatchObject({ code: 'SAVED_FILTER_NAME' });
    const gone = filters().rename({ ...users, name: 'Night', to: 'Later' });
    await expect(gone).rejects.toMatchObject({ code: 'SAVED_FILTER_NAME' });
    expect(await filters().list(users)).toEqual([named('Day', 'day'), named('Late')]);
  });

  it('are at most 50 of a list, also when they are saved at once; a replaced one is not refused', async () => {
    const all = Array.from({ length: 51 }, (_, index) => filters().keep(named(`Filter ${index}`)));
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'SAVED_FILTERS_FULL' }) as unknown },
    ]);
    const [first] = await filters().list(users);
    await filters().keep(named(first?.name ?? '', 'another'));
    await filters().keep({ name: 'Night', filter: { list: 'policies', words: 'deny' } });
    expect(await filters().list(users)).toHaveLength(50);
  });

  it.each([
    ['no JSON', 'Week', '{'],
    ['null', 'Week', 'null'],
    ['no object', 'Week', '"words"'],
    ['a view that there isn’t', 'Week', JSON.stringify({ ...CHOICES, view: 'all!' })],
    ['a name with a control character', 'We\u0007ek', JSON.stringify(CHOICES)],
    ['a name with nothing to see in it', '\u200b', JSON.stringify(CHOICES)],
    ['a name that turns the direction of writing', 'Week\u202edeliaf', JSON.stringify(CHOICES)],
    ['a name that looks like another', ' Week', JSON.stringify(CHOICES)],
    ['a user who reads as no filter', 'Week', JSON.stringify({ ...CHOICES, userId: 'Anyone' })],
    ['a state that reads as no filter', 'Week', JSON.stringify({ ...CHOICES, status: 'Any state' })],
    ['a state that every object has', 'Week', JSON.stringify({ ...CHOICES, status: '__proto__' })],
    ['an operation that reads as no filter', 'Week', JSON.stringify({ ...CHOICES, type: 'Any operation' })],
    ['words that hide a character', 'Week', JSON.stringify({ ...CHOICES, words: 'mi\u200ba' })],
    ['words without end', 'Week', JSON.stringify({ ...CHOICES, words: 'x'.repeat(201) })],
  ])('attack: what somebody wrote into the database is no filter: %s', async (_, name, filter) => {
    const activities = { list: 'activities' } as const;
    write("INSERT INTO saved_filter VALUES ('local', 'activities', ?, ?)", name, filter);
    expect(await filters().list(activities)).toEqual([]);
    const good: SavedFilter = { name: 'Week', filter: { list: 'activities', ...CHOICES } };
    await filters().keep(good);
    expect(await filters().list(activities)).toEqual([good]);
  });

  it('attack: a filter that says that it is of another list is of the list it is kept for', async () => {
    write(
      "INSERT INTO saved_filter VALUES ('local', 'users', 'Night', ?)",
      JSON.stringify({ list: 'contacts', chain: 'all', words: 'night' }),
    );
    expect(await filters().list(users)).toEqual([named('Night', 'night')]);
  });

  it('of the activities that an earlier version kept are taken over, and what reads as none is not', async () => {
    await storage.close();
    const week = { view: 'failed', status: null, type: null, userId: null, span: 'week' };
    const kept = [
      { name: 'Failed this week', filter: week },
      { name: 'Failed this week', filter: { ...week, span: 'day' } },
      { name: 'Nothing' },
      ...[7, null, 'text', ['list'], { name: 3, filter: week }],
    ];
    write('DROP TABLE saved_filter');
    write('DROP TABLE activity_reference');
    for (const column of ['left_out', 'left_out_lines'])
      write(`ALTER TABLE request_set DROP COLUMN ${column}`);
    write("DELETE FROM migration WHERE name >= '019-saved-filters'");
    const set = 'INSERT INTO setting (name, value) VALUES (?, ?)';
    write(set, 'activity-filters.local', JSON.stringify(kept));
    write(set, 'activity-filters.other', '[{');
    write(set, 'activity-filters.gone', JSON.stringify(kept));
    storage = await openStorage(folder);
    expect(await filters().list({ list: 'activities' })).toEqual([
      { name: 'Failed this week', filter: { list: 'activities', words: '', ...week } },
    ]);
    profileId = 'other';
    expect(await filters().list({ list: 'activities' })).toEqual([]);
    const database = new DatabaseSync(join(folder, 'console.db'), { readOnly: true });
    const left = database.prepare("SELECT name FROM setting WHERE name LIKE 'activity-filters%'").all();
    database.close();
    expect(left).toEqual([]);
  });
});

test('a name has 1 to 60 characters, trimmed, and words at most 200; all of them can be seen', () => {
  const taken = (name: string, words = ''): SavedFilter | undefined =>
    savedFiltersCalls.keep.input.safeParse(named(name, words)).data;
  expect(taken('  Waiting for Bob ', ' bob ')).toEqual(named('Waiting for Bob', 'bob'));
  expect(taken('x'.repeat(60), 'y'.repeat(200))).toBeDefined();
  expect(taken('x', 'y'.repeat(201))).toBeUndefined();
  for (const text of ['x'.repeat(61), 'a\tb', 'a\u0000b', 'a\u0085b', '\u200b', 'a\u202eb', 'a\u2028b']) {
    expect(taken(text)).toBeUndefined();
    if (text.length < 60) expect(taken('Name', text)).toBeUndefined();
    expect(savedFiltersCalls.forget.input.safeParse({ ...users, name: text }).success).toBe(false);
    expect(savedFiltersCalls.rename.input.safeParse({ ...users, name: 'a', to: text }).success).toBe(false);
  }
  for (const empty of ['', '   ']) expect(taken(empty)).toBeUndefined();
});

test('a filter names a list that there is, and a choice of that list', () => {
  const isTaken = (filter: object): boolean =>
    savedFiltersCalls.keep.input.safeParse({ name: 'Night', filter }).success;
  expect(isTaken({ list: 'paymentRows', words: '', rows: 'wrong' })).toBe(true);
  expect(isTaken({ list: 'paymentRows', words: '', rows: 'ready' })).toBe(false);
  expect(isTaken({ list: 'paymentRows', words: '' })).toBe(false);
  for (const list of ['', 'account', '__proto__', 'accounts w1']) {
    expect(isTaken({ list, words: '' })).toBe(false);
    expect(savedFiltersCalls.list.input.safeParse({ list }).success).toBe(false);
  }
});
