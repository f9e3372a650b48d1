// Saved filters over the lists: buttons that choose one, and the menu that saves, renames and removes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedFilter } from '#preload/contract/saved-filters.ts';
import { axeFaults } from './axe.ts';
import { answers, organizationData } from './fake-answers.ts';
import { FakeConsole } from './fake-console.ts';
import { activityRows, savedFilters } from './fake-data.ts';
import { keepFilters } from './fake-filters.ts';
import { browserPath, WindowBench } from './open-window.ts';

const USERS = 12;

/** A console that keeps the filters it is given, with a dozen users. */
function keeping(kept: SavedFilter[], count = USERS): FakeConsole {
  const fake = new FakeConsole();
  const [user] = organizationData.users;
  const users = Array.from({ length: count }, (_, index) => ({
    ...user,
    userId: `0191f3a2-7c4e-7d10-8a5b-6${String(index).padStart(11, '0')}`,
    userName: `person ${index}`,
    userEmail: `p${index}@${index % 5 === 0 ? 'vault' : 'acme'}.example`,
  }));
  const own = { list_users: { users } };
  const all = { ...answers, ...(JSON.parse(JSON.stringify(own)) as Readonly<Record<string, unknown>>) };
  fake.overrides.set('queries.ask', (input) =>
    Promise.resolve(all[(input as { operation: string }).operation] ?? {}),
  );
  keepFilters(fake, kept);
  return fake;
}

const vault: SavedFilter = { name: 'Vault desk', filter: { list: 'users', words: 'vault' } };
const visit = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['KEYOPS_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

describe.skipIf(browserPath === undefined)('saved filters', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (screen: string, fake = new FakeConsole()): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await visit(page, screen);
    return page;
  };

  test('attack: the operation of a filter that nobody saved here reads like “Any operation”', async () => {
    const filter: SavedFilter['filter'] = {
      ...({ list: 'activities', words: '', view: 'all', status: null } as const),
      ...({ type: 'ACTIVITY_TYPE_ANY_OPERATION', userId: null, span: 'any' } as const),
    };
    const fake = keeping([{ name: 'Calm', filter }]);
    fake.overrides.set('activities.list', () => Promise.resolve({ rows: [], next: null }));
    const page = await opened('Activities', fake);
    await chip(page, 'Calm').click();
    const operation = page.getByRole('button', { name: /Operation$/ });
    await operation.getByText('ACTIVITY_TYPE_ANY_OPERATION', { exact: true }).waitFor();
    expect(await operation.getByText('Any operation', { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('one press chooses a filter and is told as pressed; another shows everything', async () => {
    const page = await opened('Activities');
    const [{ name } = { name: '' }] = savedFilters;
    await chip(page, name).click();
    await page.locator('[aria-pressed=true]', { hasText: name }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: `Remove “${name}”` }).waitFor();
    await page.keyboard.press('Escape');
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, 'filters-activities');
    await chip(page, name).click();
    await page.locator('[aria-pressed=false]', { hasText: name }).waitFor();
    await page.context().close();
  });

  test('a menu tells screen readers which of its entries is in use', async () => {
    const page = await opened('Activities');
    await page.getByRole('button', { name: /^Credential:/ }).click();
    const current = page.locator('[role=menuitem][aria-current=true]');
    await current.waitFor();
    expect(await current.count()).toBe(1);
    await page.context().close();
  });

  test('what is typed is saved, renamed and removed, and is there when one comes back', async () => {
    const kept: SavedFilter[] = [];
    const page = await opened('Organization', keeping(kept));
    const saved = page.getByRole('button', { name: 'Saved filters' });
    const find = page.getByRole('searchbox', { name: 'Find: Users' });
    await find.waitFor();
    expect(await saved.count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('vault');
    await page.getByText(`3 of ${USERS}`, { exact: true }).waitFor();
    await saved.click();
    await page.getByRole('menuitem', { name: 'Save filter…' }).click();
    await page.keyboard.press('Enter');
    await page.getByText('Enter a name.').waitFor();
    await page.keyboard.type('Vault');
    await page.keyboard.press('Enter');
    await chip(page, 'Vault').waitFor();
    expect(kept).toEqual([{ name: 'Vault', filter: { list: 'users', words: 'vault' } }]);

    await visit(page, 'Settings');
    await visit(page, 'Organization');
    await page.getByText(`3 of ${USERS}`, { exact: true }).waitFor();
    expect(await find.inputValue()).toBe('vault');
    await saved.click();
    await page.getByRole('menuitem', { name: 'Rename “Vault”…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Vault desk');
    await page.keyboard.press('Enter');
    await chip(page, 'Vault desk').waitFor();
    await shot(page, 'filters-users');
    expect(await axeFaults(page)).toEqual([]);
    await find.focus();
    await page.keyboard.press('Escape');
    expect(await find.inputValue()).toBe('');
    await chip(page, 'Vault desk').click();
    await page.getByText(`3 of ${USERS}`, { exact: true }).waitFor();
    await saved.click();
    await page.getByRole('menuitem', { name: 'Remove “Vault desk”' }).click();
    await chip(page, 'Vault desk').waitFor({ state: 'detached' });
    expect(kept).toEqual([]);
    await page.context().close();
  });

  test('one that names what is gone shows why nothing is there, in a short list too, and the way back', async () => {
    const page = await opened('Organization', keeping([vault], 1));
    await page.getByRole('heading', { name: 'person 0', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Find: Users' }).fill('nobody');
    await page.getByText('0 of 1', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Rename|Delete)/ }).count()).toBe(0);
    await shot(page, 'filters-gone');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByRole('heading', { name: 'person 0', exact: true }).waitFor();
    await page.context().close();
  });

  test('attack: what was typed in one profile is neither shown nor counts in another', async () => {
    const fake = keeping([]);
    const page = await opened('Organization', fake);
    await page.getByRole('searchbox', { name: 'Find: Users' }).fill('vault');
    await page.getByText(`3 of ${USERS}`, { exact: true }).waitFor();
    const { profileId, profiles, credentials } = fake.bootstrap;
    const other = profiles.find(({ id }) => id !== profileId);
    await fake.change({
      profileId: other?.id ?? '',
      credentials: credentials.map((each) => ({ ...each, profileId: other?.id ?? '' })),
    });
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await fake.change({ profileId, credentials });
    await page.getByRole('searchbox').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.context().close();
  });

  test('words narrow the activities that are loaded, say so, and ask the service for nothing', async () => {
    const fake = keeping([]);
    const [row] = activityRows;
    const rows = Array.from({ length: 50 }, (_, index) => ({
      ...row,
      id: `row-${index}`,
      title: index === 7 ? 'Pay Cobalt Cloud' : `Request ${index}`,
    }));
    fake.overrides.set('activities.list', () => Promise.resolve({ rows, next: 'row-49' }));
    const page = await opened('Activities', fake);
    const asked = () =>
      fake.calls.filter(
        ({ name, input }) =>
          name === 'activities.list' && (input as { before: string | null }).before !== null,
      ).length;
    await page.getByRole('searchbox', { name: 'Find: Activities' }).fill('cobalt');
    await page.getByText('1 of the 50 loaded', { exact: true }).waitFor();
    await page.getByRole('option', { name: /Pay Cobalt Cloud/ }).waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1);
    await shot(page, 'filters-loaded');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Find: Activities' }).fill('nobody');
    await page.getByText('Only the entries that are loaded were searched').waitFor();
    await page.getByRole('button', { name: 'Load older' }).waitFor();
    expect(asked()).toBe(0);
    await page.context().close();
  });
});
