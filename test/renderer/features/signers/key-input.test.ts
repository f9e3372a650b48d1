import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const KEY = 'e2a1b7c4-0f3d-4e58-9c6a-7d8b5f1e2a30';

describe.skipIf(browserPath === undefined)('the key that is entered offline', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** Sign, offline, with a transaction and a key. */
  const opened = async (): Promise<Page> => {
    const { page } = await bench.open(
      new FakeConsole({ offline: { by: 'switch', file: null, clockConfirmedMs: 1_795_219_200_000 } }),
    );
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Sign' }).click();
    await page.getByRole('textbox', { name: /^Unsigned transaction/ }).fill('0x02f8');
    await field(page).fill(KEY);
    await field(page).press('Enter');
    await page.getByText('You review and approve it on the Offline screen.').waitFor();
    return page;
  };
  const field = (page: Page) => page.getByRole('textbox', { name: 'Sign with' });

  test('attack: is none once the field is emptied', async () => {
    const page = await opened();
    await field(page).fill('');
    await field(page).blur();
    await page.getByText('Enter the key to sign with.').waitFor();
    await page.context().close();
  });

  test('attack: goes from the field with the chain that it was for', async () => {
    const page = await opened();
    await page.getByRole('button', { name: /Chain$/ }).click();
    await page.getByRole('option', { name: 'Tron' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.context().close();
  });
});
