// A payment by form, from a contact to the signed transaction: counted in clicks, and read again by another library.
import type { Page } from 'playwright-core';
import { Transaction } from 'ethers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { confirm, confirmButton } from '../tour/decide.ts';
import { readToEnd } from '../tour/read-to-end.ts';
import { createCredential, createPrivateKey } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
/** An Ethereum payment takes no more clicks than these, the approval's among them. */
const MOST_CLICKS = 5;

/** Counts what is clicked with the pointer in a page from now on. */
const countClicks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = globalThis as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('pointerdown', () => (counted.clicks += 1), true);
  });
const clicksIn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);

describeHosts(['electron', 'chromium'], 'payments by form', (host) => {
  let launched: Launched;
  beforeEach(async () => {
    launched = await launchConsole({ host });
    const stage = { ...launched, onScene: () => Promise.resolve() };
    await createCredential(stage, 'ops-laptop');
    await createPrivateKey(stage, 'Treasury hot');
    await goTo('Contacts');
    await launched.page.getByRole('button', { name: 'New contact' }).click();
    await launched.page.keyboard.type('Brightline Logistics');
    await launched.page.getByRole('textbox', { name: 'Address 1' }).fill(ADDRESS);
    await launched.page.keyboard.press('Enter');
    await confirm(await launched.waitForApproval());
    await launched.page.getByRole('region', { name: 'Brightline Logistics' }).waitFor();
  });
  afterEach(() => launched.close());

  const goTo = (name: string): Promise<void> =>
    launched.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name, exact: true })
      .click();

  it('pay a contact in at most five clicks, and remember the nonce for the next payment', async () => {
    const { page } = launched;
    await countClicks(page);
    await page.getByRole('button', { name: 'Send payment' }).click();
    // The contact is chosen, and the amount has the focus.
    const amount = page.getByRole('textbox', { name: /^Amount/ });
    await amount.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1.25');
    // What isn't known is asked for, with the words where to find it.
    await page.getByText('Still needed').waitFor();
    const nonce = page.getByRole('textbox', { name: 'Nonce' });
    expect(await nonce.inputValue()).toBe('');
    await page.getByText(/^Nonce is missing\./).waitFor();
    await nonce.focus();
    await page.keyboard.type('7');
    await page.getByText(/Preview expires/).waitFor();
    await page.getByText('contact “Brightline Logistics”, not paid before').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'payment');
    await page.keyboard.press('Enter');

    const surface = await launched.waitForApproval();
    await confirmButton(surface).waitFor();
    await readToEnd(surface);
    const ticks = await surface.locator('#checked').all();
    for (const tick of ticks) await tick.check();
    await confirmButton(surface).and(surface.locator(':enabled')).waitFor();
    const inWindow = await clicksIn(page);
    await confirm(surface);
    expect(inWindow + ticks.length + 1).toBeLessThanOrEqual(MOST_CLICKS);

    const signed = page.getByLabel('Signed transaction as hex');
    await signed.waitFor();
    const read = Transaction.from(`0x${(await signed.textContent()) ?? ''}`);
    expect([read.to, read.value, read.nonce, read.chainId]).toEqual([
      ADDRESS,
      1_250_000_000_000_000_000n,
      7,
      1n,
    ]);
    await keepPicture(host, page, 'payment-signed');

    await page.getByRole('button', { name: 'Send another payment' }).click();
    await page.getByText('Last signed here: 7. The next would be 8').waitFor();
    expect(await page.getByRole('textbox', { name: 'Nonce' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Use 8' }).click();
    expect(await page.getByRole('textbox', { name: 'Nonce' }).inputValue()).toBe('8');
    expect(launched.problems).toEqual([]);
  });

  it('attack: what is typed wrong is said at its field, and no preview stands for it', async () => {
    const { page } = launched;
    await goTo('Payments');
    await page
      .getByRole('textbox', { name: /^Recipient address/ })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await page.getByText('is missing').count()).toBe(0);
    await page.keyboard.type(ADDRESS);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1');
    await page.getByRole('textbox', { name: 'Nonce' }).fill('0');
    await page.getByText(/Preview expires/).waitFor();
    // The preview goes with the first letter that is another one.
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1,000');
    await page.getByText('This isn’t a number: digits, and one point for decimals.').first().waitFor();
    expect(await page.getByRole('button', { name: /^Review and approve/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1');
    await page.getByText(/Preview expires/).waitFor();
    await page.getByRole('textbox', { name: /^Recipient address/ }).fill(ADDRESS.replace('4B7Ea', '4B7ea'));
    await page.getByText('The checksum of this address does not hold').first().waitFor();
    expect(await page.getByRole('button', { name: /^Review and approve/ }).count()).toBe(0);
    expect(launched.problems).toEqual([]);
  });
});
