import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { walletAccounts } from './fake-answers.ts';
import { FakeConsole } from './fake-console.ts';
import { activityRows, privateKeys } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

const TOTAL = 50_000;
// Larger pages than the window asks for: that many small ones would take the test minutes.
const PAGE = 2_500;
const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

/** A service with 50,000 activities cannot be filled in a test's time: the bridge plays it, page by page. */
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
const tailOf = (index: number): string => String(index).padStart(12, '0');

/** An organization with as many keys, and as many accounts in one wallet: making them takes minutes, too. */
function manyKeys(): FakeConsole {
  const fake = new FakeConsole();
  const all = Array.from({ length: KEYS }, (_, index) => index);
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
    address: addressOf(KEYS + index),
    path: `m/44'/60'/0'/0/${index}`,
  }));
  fake.overrides.set('keys.list', () => Promise.resolve(keys));
  fake.overrides.set('keys.accounts', () => Promise.resolve(accounts));
  return fake;
}

describe.skipIf(browserPath === undefined)(`many rows${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 180_000);
  afterAll(() => bench.stop());

  it('of 50,000 activities load as one moves down, and as many are drawn as are in sight', async () => {
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
    await page.getByText('50,000 shown').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(faults).toEqual([]);
    await page.context().close();
    // Fifteen seconds on a quiet machine.
  }, 180_000);

  it('of 3,000 keys and 3,000 accounts are found by typing, and at most a hundred are drawn', async () => {
    const { page, faults } = await bench.open(manyKeys());
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

    await page.keyboard.press('Control+3');
    const rows = page.getByRole('grid', { name: 'Private keys' }).getByRole('row');
    await page.getByText('2,900 more').waitFor();
    expect(await rows.count()).toBe(101);
    await page.getByRole('button', { name: 'Show 100 more' }).click();
    await page.getByText('2,800 more').waitFor();
    expect(await rows.count()).toBe(201);
    await find.fill('777bb7');
    await rows.filter({ hasText: 'key 2999' }).waitFor();
    expect(await rows.count()).toBe(2);
    await find.fill('nobody');
    await page.getByText('No matches').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  }, 180_000);
});
