// Anything is found in two presses: Ctrl K, some letters of it, Enter.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ethereumAccount } from '../fixtures/wallet-accounts.ts';
import { axeFaults } from '../renderer/axe.ts';
import { countPresses } from './count-presses.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';

const MOST = 2;

describeHosts(['electron', 'chromium'], 'what an operator looks for', (host) => {
  let desk: OnWorld;
  let address = '';
  let pressed: { readonly count: number };

  beforeAll(async () => {
    desk = await launchOnWorld(host);
    const { world } = desk;
    pressed = await countPresses(desk.launched.page);
    const made = await world.done('create_wallet', {
      walletName: 'Payroll',
      accounts: [ethereumAccount(0)],
      mnemonicLength: 12,
    });
    [address = ''] = (made as { addresses: string[] }).addresses;
    await world.done('create_private_keys', {
      privateKeys: ['Treasury hot', 'Treasury cold'].map((privateKeyName) => ({
        ...{ privateKeyName, curve: 'CURVE_SECP256K1', privateKeyTags: [] },
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      })),
    });
    await world.done('create_policy', {
      ...{ policyName: 'Couriers alone', effect: 'EFFECT_ALLOW', condition: 'true' },
      ...{ consensus: 'approvers.count() >= 1', notes: 'For the night shift.' },
    });
  });
  afterAll(() => desk.close());

  it.each([
    ['a wallet by its name', () => 'payrol', 'Payroll', /Payroll/],
    ['an address by some of its digits', () => address.slice(10, 22), 'Payroll', /Payroll/],
    ['a private key by its name', () => 'ury cold', 'Treasury cold', /Treasury cold/],
    ['a policy by a word of its notes', () => 'night shift', 'Couriers alone', /Couriers alone/],
  ])('is found in two presses: %s', async (_, letters, name, shown) => {
    const { page } = desk.launched;
    desk.world.service.now = Date.now();
    // From the screen that the console opens on.
    await page.getByRole('navigation').getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign a transaction', level: 1 }).waitFor();
    const before = pressed.count;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(letters());
    const row = page.getByRole('dialog', { name: 'Search' }).getByRole('option', { name }).first();
    await row.waitFor();
    await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
    await page.locator('main').getByText(shown).first().waitFor();
    expect(pressed.count - before).toBe(MOST);
    expect(desk.launched.problems).toEqual([]);
  });

  it('shows the one key that was looked for, and all of them again', async () => {
    const { page } = desk.launched;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('treasury hot');
    await page.locator('[role=option][data-focused]').getByText('Treasury hot').first().waitFor();
    await page.keyboard.press('Enter');
    const main = page.locator('main');
    await main.getByText('Treasury hot').first().waitFor();
    expect(await main.getByText('Treasury cold').count()).toBe(0);
    await main.getByRole('button', { name: 'Show all keys' }).click();
    await main.getByText('Treasury cold').first().waitFor();
  });

  it('shows where the letters stand and how many it found, copies an address, and knows what people say', async () => {
    const { page } = desk.launched;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('treasury hot');
    const row = dialog.getByRole('option', { name: 'Treasury hot' }).first();
    await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
    expect(await row.locator('mark').allTextContents()).toEqual(['Treasury', 'hot']);
    const { length } = await dialog.getByRole('option').all();
    await dialog.getByText(`${length} results`).waitFor();
    // Beside the key, what can be done with it, each kind with its count.
    await dialog.getByText('Actions 2', { exact: true }).waitFor();
    await keepPicture(host, page, 'search');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Control+c');
    await page.getByText('Copied', { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('send');
    await dialog.getByText('Actions 3', { exact: true }).waitFor();
    for (const [called, screen] of [
      ['backup', 'Export'],
      ['send money', 'Payments'],
      ['rotate', 'Credentials'],
      ['permit', 'Sign'],
    ] as const) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(called);
      await dialog.getByRole('option', { name: screen, exact: false }).first().waitFor();
    }
    // One press leaves, whatever is typed.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(desk.launched.problems).toEqual([]);
  });

  it('does what is looked for: a payment begins with the key that was named, an export with it chosen', async () => {
    const { page } = desk.launched;
    desk.world.service.now = Date.now();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('send cold');
    await page.locator('[role=option][data-focused]').getByText('Send from Treasury cold').waitFor();
    await page.keyboard.press('Enter');
    const main = page.locator('main');
    await main.getByRole('button', { name: /Treasury cold/ }).waitFor();
    desk.world.service.now = Date.now();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('export payroll');
    await page.locator('[role=option][data-focused]').getByText('Export wallet “Payroll”').waitFor();
    await page.keyboard.press('Enter');
    await main
      .getByRole('radio', { name: 'Wallet', exact: true, checked: true })
      .waitFor({ state: 'attached' });
    await main.getByRole('button', { name: /Payroll/ }).waitFor();
    expect(desk.launched.problems).toEqual([]);
  });
});
