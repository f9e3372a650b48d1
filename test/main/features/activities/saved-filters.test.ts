import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type SavedFilter, activitiesCalls } from '#preload/contract/activities.ts';
import { type SavedFilters, createSavedFilters } from '#main/features/activities/saved-filters.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';

const FILTER: SavedFilter['filter'] = { view: 'all', status: null, type: null, userId: null, span: 'week' };
const FAILED: SavedFilter['filter'] = { ...FILTER, view: 'failed' };
const named = (name: string, filter = FILTER): SavedFilter => ({ name, filter });

describe('saved filters', () => {
  let folder: string;
  let storage: ConsoleStorage;
  let saved: SavedFilters;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyops-filters-'));
    storage = await openStorage(folder);
    saved = createSavedFilters(storage.settings);
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are kept by name, each profile’s own, until they are forgotten', async () => {
    await saved.keep('one', named('Week'));
    await saved.keep('one', named('Failed', FAILED));
    await saved.keep('other', named('Week', FAILED));
    const again = createSavedFilters(storage.settings);
    expect(await again.list('one')).toEqual([named('Failed', FAILED), named('Week')]);
    await again.forget('one', 'Week');
    await again.forget('one', 'Never saved');
    expect(await again.list('one')).toEqual([named('Failed', FAILED)]);
    expect(await again.list('other')).toEqual([named('Week', FAILED)]);
  });

  it('give way to a newer one with the same name', async () => {
    await saved.keep('one', named('Mine'));
    await saved.keep('one', named('Mine', FAILED));
    expect(await saved.list('one')).toEqual([named('Mine', FAILED)]);
  });

  it('lose none when two are saved at once', async () => {
    await Promise.all([
      saved.keep('one', named('A')),
      saved.keep('one', named('B')),
      saved.forget('one', 'A'),
    ]);
    expect(await saved.list('one')).toEqual([named('B')]);
  });

  it('are at most 50: another is refused, a replaced one is not', async () => {
    for (let index = 0; index < 50; index += 1) await saved.keep('one', named(`Filter ${index}`));
    await expect(saved.keep('one', named('One more'))).rejects.toMatchObject({
      code: 'SAVED_FILTERS_FULL',
      message: 'This profile already has 50 saved filters.',
    });
    await saved.keep('one', named('Filter 7', FAILED));
    expect(await saved.list('one')).toHaveLength(50);
    await saved.forget('one', 'Filter 8');
    await saved.keep('one', named('One more'));
    expect((await saved.list('one')).map(({ name }) => name)).toContain('One more');
  });

  it.each([
    ['no JSON', '[{'],
    ['no list', '{"name":"Week"}'],
    ['null', 'null'],
    ['a view that there isn’t', JSON.stringify([named('Week', { ...FILTER, view: 'all!' as 'all' })])],
    ['a name with a control character', JSON.stringify([named('We\u0007ek')])],
    ['a name with nothing to see in it', JSON.stringify([named('\u200b')])],
    ['a name that turns the direction of writing', JSON.stringify([named('Week\u202edeliaf')])],
    ['two names that look the same', JSON.stringify([named('Week'), named('We\u2060ek')])],
    ['a user who reads as no filter', JSON.stringify([named('Week', { ...FILTER, userId: 'Anyone' })])],
    ['a state that reads as no filter', JSON.stringify([named('Week', { ...FILTER, status: 'Any state' })])],
    ['a state that every object has', JSON.stringify([named('Week', { ...FILTER, status: '__proto__' })])],
    [
      'an operation that reads as no filter',
      JSON.stringify([named('Week', { ...FILTER, type: 'Any operation' })]),
    ],
    ['one name twice', JSON.stringify([named('Week'), named('Week', FAILED)])],
    ['more than 50', JSON.stringify(Array.from({ length: 51 }, (_, index) => named(String(index))))],
  ])('attack: what somebody wrote into the database is no list of filters: %s', async (_, text) => {
    await storage.settings.set('activity-filters.one', text);
    expect(await saved.list('one')).toEqual([]);
    await saved.keep('one', named('Week'));
    expect(await saved.list('one')).toEqual([named('Week')]);
  });
});

test('a name has 1 to 60 characters, trimmed, and all of them can be seen', () => {
  const taken = (name: string): string | undefined =>
    activitiesCalls.keepFilter.input.safeParse(named(name)).data?.name;
  expect(taken('  Waiting for Bob ')).toBe('Waiting for Bob');
  expect(taken('x'.repeat(60))).toBe('x'.repeat(60));
  for (const name of [
    '',
    '   ',
    'x'.repeat(61),
    'a\tb',
    'a\u0000b',
    'a\u0085b',
    '\u200b',
    'a\u202eb',
    'a\u2028b',
  ]) {
    expect(taken(name)).toBeUndefined();
    expect(activitiesCalls.forgetFilter.input.safeParse({ name }).success).toBe(false);
  }
});
