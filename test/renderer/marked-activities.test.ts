// The list of activities under keys and pointer, where several are voted on together.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './axe.ts';
import { FakeConsole } from './fake-console.ts';
import { activityRows } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

const rows = activityRows.flatMap((row) =>
  [1, 2].map((turn) => ({
    ...row,
    id: `${row.id.slice(0, -2)}${turn}${row.id.slice(-1)}`,
    waitsForMe: turn === 2,
  })),
);
const WAITING = rows.filter(({ waitsForMe }) => waitsForMe).length;

describe.skipIf(browserPath === undefined)('marked activities', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (): Promise<{ page: Page; fake: FakeConsole; list: Locator }> => {
    const fake = new FakeConsole();
    fake.overrides.set('activities.list', () => Promise.resolve({ rows, next: null }));
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Activities' })
      .click();
    const list = page.getByRole('listbox', { name: 'Activities' });
    await list.getByRole('option').first().click();
    return { page, fake, list };
  };

  test('Ctrl A marks before the list has the focus, and nothing behind the search', async () => {
    const { page, list } = await opened();
    const selected = list.getByRole('option', { selected: true });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('approve');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await selected.count()).toBe(0);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Activities' })
      .focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: `Review ${WAITING} requests` }).waitFor();
    expect(await selected.count()).toBe(WAITING);
    await page.context().close();
  });

  test('Space, Shift, Ctrl A and Escape mark as in every list, and say so', async () => {
    const { page, list } = await opened();
    expect(await list.getAttribute('aria-multiselectable')).toBe('true');
    const selected = list.getByRole('option', { selected: true });
    // The first row doesn’t wait for me.
    await page.keyboard.press('Space');
    expect(await selected.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    expect(await selected.count()).toBe(1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await selected.count()).toBe(2);
    await page.keyboard.press('Space');
    expect(await selected.count()).toBe(1);
    await page.keyboard.press('Control+a');
    expect(await selected.count()).toBe(WAITING);
    await page.getByRole('button', { name: `Review ${WAITING} requests` }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await selected.count()).toBe(0);
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await page.context().close();
  });

  test('attack: a row that comes in above does not move a mark to another request', async () => {
    const { page, fake, list } = await opened();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const [first] = rows;
    if (first === undefined) throw new Error('There are rows.');
    const intruder = { ...first, id: `${first.id.slice(0, -2)}99`, title: 'Intruder', waitsForMe: true };
    fake.overrides.set('activities.list', () => Promise.resolve({ rows: [intruder, ...rows], next: null }));
    await list.getByRole('option', { name: /Intruder/ }).waitFor();
    await page.getByRole('button', { name: 'Review 1 request' }).click();
    await page.getByText('1 vote counted').waitFor();
    expect(fake.calls.find(({ name }) => name === 'votes.cast')?.input).toEqual({
      approves: true,
      fingerprints: [rows[1]?.fingerprint],
    });
    await page.context().close();
  });

  test('the box marks by a click without opening the request, and Ctrl with a click does too', async () => {
    const { page, list } = await opened();
    const options = list.getByRole('option');
    await options.nth(1).locator('[class*="mark"]').click();
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await options.nth(0).getAttribute('aria-current')).toBe('true');
    await options.nth(3).click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Review 2 requests' }).waitFor();
    await page.context().close();
  });
});
