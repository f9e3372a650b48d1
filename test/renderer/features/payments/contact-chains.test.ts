import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { knownContact } from '../../fake-contacts.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const [ETHEREUM, SOLANA] = knownContact.addresses.map(({ address }) => address);

describe.skipIf(browserPath === undefined)('a contact with addresses on several chains', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake = new FakeConsole()): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    return page;
  };
  const choose = async (page: Page, label: RegExp, option: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const recipient = (page: Page) => page.getByRole('textbox', { name: /^Recipient address/ });

  test('is one choice, as with one address: the form’s chain says which is paid', async () => {
    const page = await opened();
    await page.getByRole('button', { name: /Contact$/ }).click();
    expect(await page.getByRole('option', { name: 'Brightline Logistics' }).count()).toBe(1);
    await page.getByRole('option', { name: 'Brightline Logistics' }).click();
    await expect.poll(() => recipient(page).inputValue()).toBe(ETHEREUM);
    await page.context().close();
  });

  test('stays chosen on another chain, with its address there', async () => {
    const page = await opened();
    await choose(page, /Contact$/, 'Brightline Logistics');
    await choose(page, /Chain$/, 'Solana');
    await expect.poll(() => recipient(page).inputValue()).toBe(SOLANA);
    await page.getByRole('button', { name: /^Brightline Logistics.*Contact$/ }).waitFor();
    // Where it has none, nothing of it is left.
    await choose(page, /Chain$/, 'Bitcoin');
    await expect.poll(() => recipient(page).inputValue()).toBe('');
    await page.context().close();
  });

  test('attack: of two addresses on the other chain, none is chosen by itself', async () => {
    const fake = new FakeConsole();
    const second = {
      chain: 'TRANSACTION_TYPE_SOLANA',
      address: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
    };
    const contact = { ...knownContact, addresses: [...knownContact.addresses, second] };
    fake.overrides.set('contacts.list', () => Promise.resolve({ contacts: [contact], contactsOnly: false }));
    const page = await opened(fake);
    await choose(page, /Contact$/, 'Brightline Logistics');
    await choose(page, /Chain$/, 'Solana');
    await page.getByRole('button', { name: /^Solana.*Chain$/ }).waitFor();
    await expect.poll(() => recipient(page).inputValue()).toBe('');
    await page.getByRole('button', { name: /Contact$/ }).click();
    expect(await page.getByRole('option', { name: 'Brightline Logistics' }).count()).toBe(2);
    await page.context().close();
  });

  test('attack: an address that was typed is no contact’s, and goes with its chain', async () => {
    const page = await opened();
    await recipient(page).fill(ETHEREUM ?? '');
    await choose(page, /Chain$/, 'Solana');
    await expect.poll(() => recipient(page).inputValue()).toBe('');
    await page.context().close();
  });

  test('attack: of a pasted address that is a contact’s, another address of the contact is paid', async () => {
    const { page } = await bench.open(new FakeConsole(), { width: 1280, height: 800 });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Sign', exact: true })
      .click();
    await page
      .getByRole('textbox')
      .first()
      .fill(SOLANA ?? '');
    await page.getByRole('button', { name: 'Send a payment' }).click();
    await expect.poll(() => recipient(page).inputValue()).toBe(SOLANA);
    await page.getByRole('button', { name: /^Brightline Logistics.*Contact$/ }).waitFor();
    await page.context().close();
  });
});
