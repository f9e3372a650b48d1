import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const FIELDS = { To: `0x${'11'.repeat(20)}`, Amount: '1', Nonce: '7' };

describe.skipIf(browserPath === undefined)('the form that builds a transfer', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 120_000);
  afterAll(() => bench.stop());

  const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  const bytes = (page: Page) => field(page, 'Unsigned transaction');
  const previewed = (page: Page) => page.getByText(/^Send /).first();
  const build = async (): Promise<Page> => {
    const { page } = await bench.open(new FakeConsole());
    await page.getByRole('radio', { name: 'Build' }).click();
    for (const [name, value] of Object.entries(FIELDS)) await field(page, name).fill(value);
    await page.getByRole('button', { name: 'Build transaction' }).click();
    await previewed(page).waitFor();
    return page;
  };

  test('has no preview of other values than it shows: it goes at the first letter', async () => {
    const page = await build();
    expect(await bytes(page).inputValue()).toMatch(/^0x02/u);
    await field(page, 'Amount').fill('1000');
    expect(await bytes(page).inputValue()).toBe('');
    await page.getByText('No transaction yet').waitFor();
    expect(await field(page, 'To').inputValue()).toBe(FIELDS.To);
    await page.context().close();
  });

  test('does not go on showing what it built beside a transaction that was pasted over it', async () => {
    const page = await build();
    await bytes(page).fill('0x02f8');
    await previewed(page).waitFor();
    expect(await field(page, 'To').inputValue()).toBe('');
    expect(await field(page, 'Amount').inputValue()).toBe('');
    await page.context().close();
  });
});
