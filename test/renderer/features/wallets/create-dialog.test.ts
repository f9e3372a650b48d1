import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows, preview } from '../../fake-data.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

describe.skipIf(browserPath === undefined)('a new wallet goes straight to its approval', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** The dialog with a name, and a service that lets the preparation wait until `answer` is called. */
  const opened = async (): Promise<{ page: Page; fake: FakeConsole; answer: () => void }> => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    fake.overrides.set('requests.prepare', async () => {
      await asked;
      return preview;
    });
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Wallets' }).click();
    await page.getByRole('button', { name: 'Create a wallet' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Treasury');
    return { page, fake, answer };
  };
  const called = (fake: FakeConsole, wanted: string): number =>
    fake.calls.filter(({ name }) => name === wanted).length;

  test('attack: Enter that is held down asks once, and opens one approval', async () => {
    const { page, fake, answer } = await opened();
    // Each further press without a release in between is a repeated one.
    for (let press = 0; press < 12; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => called(fake, 'requests.prepare')).toBeGreaterThan(0);
    answer();
    await expect.poll(() => called(fake, 'requests.review')).toBe(1);
    expect(called(fake, 'requests.prepare')).toBe(1);
    expect(called(fake, 'requests.discard')).toBe(0);
    await page.context().close();
  });

  test('attack: one that was canceled, or edited, while it was prepared opens no approval', async () => {
    for (const leave of [
      (page: Page) => page.getByRole('button', { name: 'Cancel' }).click(),
      (page: Page) => page.getByRole('textbox', { name: 'Name' }).fill('Other'),
    ]) {
      const { page, fake, answer } = await opened();
      await page.keyboard.press('Enter');
      await expect.poll(() => called(fake, 'requests.prepare')).toBe(1);
      await leave(page);
      answer();
      await expect.poll(() => called(fake, 'requests.discard')).toBe(1);
      expect(called(fake, 'requests.review')).toBe(0);
      await page.context().close();
    }
  });

  test('attack: one that is asked for later doesn’t open on the wallet that waits for votes, and is prepared', async () => {
    const { page, fake, answer } = await opened();
    const activityId = activityRows[0]?.id ?? '';
    fake.overrides.set('requests.review', () =>
      Promise.resolve({
        ...{ state: 'waiting', activityId, fingerprint: `sha256:${preview.digest}` },
        ...{ message: 'Others have to approve.', consensus: null },
      }),
    );
    answer();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show votes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.keyboard.type('create wallet Payroll');
    await page.getByRole('option', { name: /Create wallet “Payroll”/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => called(fake, 'requests.review')).toBe(2);
    expect(JSON.stringify(fake.calls.findLast(({ name }) => name === 'requests.prepare')?.input)).toContain(
      'Payroll',
    );
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Wallets' })
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Show votes' }).click();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Wallets' }).click();
    await page.getByRole('button', { name: 'Create a wallet' }).first().click();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    await page.context().close();
  });
});
