import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { walletAccounts } from './fake-answers.ts';
import { FakeConsole } from './fake-console.ts';
import { activityRows, privateKeys } from './fake-data.ts';
import { axeFaults } from './axe.ts';
import { browserPath, WindowBench } from './open-window.ts';

const TOTAL = 20_000;
// Larger pages than the window asks for: that many small ones would take the test minutes.
const PAGE = 2_500;
const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

/** A service with 20,000 activities cannot be filled in a test's time: the bridge plays it, page by page. */
function manyRows(): FakeConsole {
  const fake = new FakeConsole();
  const [template] = activityRows;
  const rowAt = (index: number): ActivityRow[] =>
    template ? [{ ...template, id: `row-${index}`, title: `Request ${index}` }] : [];
  fake.overrides.set('activities.list', (input) => {
    const { before } = input as { before: string | null };
    const from = before === null ? 0 : Number(before.slice(4)) + 1;
    const rows = Array.from({ length: PAGE }, (_, index) => from + index).flatMap(rowAt);
    return Promise.resolve({ rows, next: from + PAGE < TOTAL ? `row-${from + PAGE - 1}` : null });
  });
  return fake;
}

const KEYS = 3_000;
const TABLE_KEYS = 10_000;
const tailOf = (index: number): string => String(index).padStart(12, '0');

/** An organization with as many keys, and as many accounts in one wallet: making them takes minutes, too. */
function manyKeys(count: number): FakeConsole {
  const fake = new FakeConsole();
  const all = Array.from({ length: count }, (_, index) => index);
  const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '7')}`;
  const [key] = privateKeys;
  const [account] = walletAccounts;
  const keys = all.map((index) => ({
    ...key,
    privateKeyId: `0191f3a2-7c4e-7d10-8a5b-${tailOf(index)}`,
    privateKeyName: `key ${index}`,
    addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: addressOf(index) }],
  }));
  const accounts = all.map((index) => ({
    ...account,
    walletAccountId: `0191f3a2-7c4e-7d10-8a5c-${tailOf(index)}`,
    address: addressOf(count + index),
    path: `m/44'/60'/0'/0/${index}`,
  }));
  const pageOf =
    <T>(rows: readonly T[], idOf: (row: T) => string) =>
    (input: unknown) => {
      const { after } = (input ?? {}) as { after?: string };
      const from = after === undefined ? 0 : rows.findIndex((row) => idOf(row) === after) + 1;
      return Promise.resolve(rows.slice(from, from + 100));
    };
  fake.overrides.set(
    'keys.list',
    pageOf(keys, (row) => row.privateKeyId),
  );
  fake.overrides.set(
    'keys.known',
    pageOf(keys, (row) => row.privateKeyId),
  );
  fake.overrides.set(
    'keys.accounts',
    pageOf(accounts, (row) => row.walletAccountId),
  );
  return fake;
}

describe.skipIf(browserPath === undefined)(`many rows${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('of 20,000 activities load as one moves down, and as many are drawn as are in sight', async () => {
    const { page, faults } = await bench.open(manyRows());
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Control+2');
    const rows = page.getByRole('option');
    const list = page.getByRole('listbox', { name: 'Activities' });
    for (let loaded = PAGE; loaded <= TOTAL; loaded += PAGE) {
      await page.locator(`[role="option"][aria-setsize="${loaded}"]`).first().waitFor();
      expect(await rows.count()).toBeLessThan(60);
      await list.press('End');
      await page.getByText(`Request ${loaded - 1}`, { exact: true }).waitFor();
    }
    await page.getByText('20,000 shown').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(faults).toEqual([]);
    await page.context().close();
    // Six seconds on a quiet machine.
  });

  it('of 3,000 keys and 3,000 accounts are found by typing, and at most a hundred are drawn', async () => {
    const { page, faults } = await bench.open(manyKeys(KEYS));
    page.setDefaultTimeout(30_000);
    const find = page.getByRole('searchbox');
    await page.getByRole('button', { name: /Sign with/ }).click();
    await page.getByText('5,900 more: type to search.').waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(100);
    await find.fill('payout 0/2876');
    await page.getByRole('option', { name: "m/44'/60'/0'/0/2876" }).waitFor();
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /0\/2876.*Sign with/ }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of 10,000 keys come in pages of a hundred, and as many are drawn as are in sight', async () => {
    const fake = manyKeys(TABLE_KEYS);
    const { page, faults } = await bench.open(fake);
    page.setDefaultTimeout(30_000);
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Control+3');
    const grid = page.getByRole('grid', { name: 'Private keys' });
    const rows = grid.getByRole('row');
    // A hundred questions, one after the other.
    await page.getByText('10,000 keys', { exact: true }).waitFor({ timeout: 120_000 });
    const asked = fake.calls.filter(({ name }) => name === 'keys.list');
    // One more says that the last full page was the last.
    expect(asked).toHaveLength(TABLE_KEYS / 100 + 1);
    expect(await grid.getAttribute('aria-rowcount')).toBe('10001');
    expect(await rows.count()).toBeLessThan(40);

    // By the keyboard: to the end and back, into a row and out of it, and past the table with one Tab.
    await rows.nth(1).focus();
    await page.keyboard.press('End');
    const focused = grid.locator('[role="row"]:focus');
    await focused.filter({ hasText: 'key 9999' }).waitFor();
    expect(await focused.getAttribute('aria-rowindex')).toBe('10001');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    expect(Number(await focused.getAttribute('aria-rowindex'))).toBeLessThan(10_000);
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(
      'address',
    );
    await page.keyboard.press('ArrowLeft');
    expect(await focused.count()).toBe(1);

    // A row that one scrolls away from keeps the focus.
    const before = await focused.getAttribute('aria-rowindex');
    await grid.evaluate((element) => element.scrollTo(0, 0));
    await rows.filter({ hasText: 'key 3' }).first().waitFor();
    expect(await focused.getAttribute('aria-rowindex')).toBe(before);
    expect(await rows.count()).toBeLessThan(40);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]'))).toBeNull();

    const find = page.getByRole('searchbox');
    await find.fill('7777270f');
    await rows.filter({ hasText: 'key 9999' }).waitFor();
    expect(await rows.count()).toBe(2);
    expect(await grid.getAttribute('aria-rowcount')).toBe('2');
    await find.fill('nobody');
    await page.getByText('No matches').waitFor();
    await find.fill('');
    await rows.filter({ hasText: 'key 5' }).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('stay narrowed by what was typed while further pages arrive', async () => {
    const fake = manyKeys(KEYS);
    const list = fake.overrides.get('keys.list');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let pages = 0;
    fake.overrides.set('keys.list', async (input) => {
      pages += 1;
      // Fewer than the rows that are searched at once: the list becomes a long one while it is narrowed.
      if (pages > 8) await released;
      return list?.(input);
    });
    const { page, faults } = await bench.open(fake);
    page.setDefaultTimeout(30_000);
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Control+3');
    const grid = page.getByRole('grid', { name: 'Private keys' });
    await page.getByText('800 so far', { exact: false }).waitFor();
    await page.getByRole('searchbox').fill('0579');
    await grid.and(page.locator('[aria-rowcount="2"]')).waitFor();
    await grid.evaluate((element) => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      const note = (): void => void seen.push(Number(element.getAttribute('aria-rowcount')));
      new MutationObserver(note).observe(element, { attributeFilter: ['aria-rowcount'] });
    });
    release();
    await page.getByText('3,000 keys', { exact: true }).waitFor();
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
    expect(seen).toEqual([]);
    await page.getByRole('searchbox').fill('0');
    await grid.and(page.locator('[aria-rowcount="3001"]')).waitFor();
    await page.getByRole('searchbox').fill('key 2999');
    await grid.and(page.locator('[aria-rowcount="2"]')).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
