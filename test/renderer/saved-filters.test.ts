// Saved filters over the list of activities, and the menu that picks one.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { FakeConsole } from './fake-console.ts';
import { savedFilters } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

describe.skipIf(browserPath === undefined)('saved filters', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 120_000);
  afterAll(() => bench.stop());

  const opened = async (fake = new FakeConsole()): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Activities' })
      .click();
    return page;
  };

  test('attack: the operation of a filter that nobody saved here reads like “Any operation”', async () => {
    const fake = new FakeConsole();
    const filter = {
      ...{ list: 'activities', words: '' },
      view: 'all' as const,
      status: null,
      type: 'ACTIVITY_TYPE_ANY_OPERATION',
      userId: null,
      span: 'any' as const,
    };
    fake.overrides.set('savedFilters.list', () => Promise.resolve([{ name: 'Calm', filter }]));
    fake.overrides.set('activities.list', () => Promise.resolve({ rows: [], next: null }));
    const page = await opened(fake);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Calm' }).click();
    const operation = page.getByRole('button', { name: /Operation$/ });
    await operation.getByText('ACTIVITY_TYPE_ANY_OPERATION', { exact: true }).waitFor();
    expect(await operation.getByText('Any operation', { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('a menu tells screen readers which of its entries is in use', async () => {
    const page = await opened();
    const current = page.locator('[role=menuitem][aria-current=true]');
    const saved = page.getByRole('button', { name: 'Saved filters' });
    const [{ name } = { name: '' }] = savedFilters;
    await saved.click();
    await page.getByRole('menuitem', { name, exact: true }).waitFor();
    expect(await current.count()).toBe(0);
    await page.getByRole('menuitem', { name, exact: true }).click();
    await saved.click();
    await current.waitFor();
    expect(await current.textContent()).toBe(name);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Credential:/ }).click();
    await current.waitFor();
    expect(await current.count()).toBe(1);
    await page.context().close();
  });
});
