import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

/** 1280 × 800 at 150 %. */
const ZOOMED = { width: 853, height: 533 };

describe.skipIf(browserPath === undefined)('a contact', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake: FakeConsole, viewport = { width: 1280, height: 800 }): Promise<Page> => {
    const { page } = await bench.open(fake, viewport);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Contacts' }).click();
    return page;
  };

  test('has its last payments, and the journal lines of who added and changed it', async () => {
    const page = await opened(new FakeConsole());
    const detail = page.getByRole('region', { name: 'Brightline Logistics' });
    const added = detail.locator('dd').filter({ hasText: 'journal line 871' });
    await added.getByRole('img', { name: 'The journal has this line.' }).waitFor();
    await detail.getByText('journal line 1,102').waitFor();
    const payments = detail.getByRole('region', { name: 'Last payments' });
    await payments.getByText('12,400.00 USDC').waitFor();
    expect(await payments.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Completed'),
      expect.stringContaining('Waiting'),
    ]);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect(await axeFaults(page)).toEqual([]);
    }
    const colorOf = (name: string): Promise<string> =>
      detail.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
    // What destroys is told from what doesn’t.
    expect(await colorOf('Delete contact')).not.toBe(await colorOf('Show QR'));
    await payments.getByRole('button', { name: 'Show' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Activities' }).waitFor();
    await page.context().close();
  });

  test('keeps its buttons where they are when its payments arrive', async () => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    fake.overrides.set('contacts.history', async () => {
      await asked;
      return { lines: { added: false, changed: true }, payments: [] };
    });
    const page = await opened(fake);
    const send = page.getByRole('button', { name: 'Send payment' });
    await page.getByText('journal line 871').waitFor();
    const before = await send.boundingBox();
    answer();
    await page.getByText('None among the last 100 signed transactions.').waitFor();
    await page.getByRole('img', { name: 'The open journal doesn’t have this line.', exact: false }).waitFor();
    expect(await send.boundingBox()).toEqual(before);
    await page.context().close();
  });

  test('shows each address as a QR code with the address in full, by keyboard and at 150 %', async () => {
    const page = await opened(new FakeConsole(), ZOOMED);
    await page.emulateMedia({ forcedColors: 'active' });
    await page
      .getByRole('gridcell', { name: 'Brightline Logistics' })
      .or(page.getByText('Brightline Logistics'))
      .first()
      .click();
    await page.getByRole('button', { name: 'Show QR' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Addresses of Brightline Logistics' });
    await dialog.getByRole('img').first().waitFor();
    expect((await dialog.textContent())?.replace(/\s/g, '')).toContain(
      '0x4B7Ea169aBA959124014D317E12e393a65C93d5e',
    );
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('radio', { name: 'Solana' }).press('Space');
    await expect
      .poll(async () => (await dialog.textContent())?.replace(/\s/g, ''))
      .toContain('3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4');
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
