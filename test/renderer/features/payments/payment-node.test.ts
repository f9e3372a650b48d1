import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentNodeValues } from '#preload/contract/transfers.ts';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const NODES = {
  named: [
    { type: 'TRANSACTION_TYPE_ETHEREUM', network: '1', origin: 'https://node.example' },
    { type: 'TRANSACTION_TYPE_ETHEREUM', network: '8453', origin: 'https://base.example' },
  ],
  networks: [],
};
const answerOf = (
  values: Record<string, string>,
  more: Partial<PaymentNodeValues> = {},
): PaymentNodeValues => ({
  ...{ host: 'node.example', atMs: 1_795_219_200_000, values, remarks: [] },
  ...more,
});

describe.skipIf(browserPath === undefined)('what a node says that a payment must know', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** The form of payments over a console whose node answers as a test says; each answer waits for its turn. */
  const opened = async (): Promise<{
    page: Page;
    double: FakeConsole;
    asked: () => number;
    answer: (value: PaymentNodeValues | FakeRefusal) => void;
  }> => {
    const double = new FakeConsole();
    const waiting: ((value: PaymentNodeValues | FakeRefusal) => void)[] = [];
    double.overrides.set('nodes.list', () => Promise.resolve(NODES));
    // What is wrong with a field would stand in the place of its help.
    double.overrides.set('transfers.build', () => Promise.resolve({ ok: false, problems: [] }));
    double.overrides.set(
      'transfers.askNode',
      () =>
        new Promise((resolve, reject) =>
          waiting.push((value) => (value instanceof FakeRefusal ? reject(value) : resolve(value))),
        ),
    );
    const { page } = await bench.open(double, { width: 1280, height: 800 });
    await goTo(page, 'Payments');
    const asked = (): number => double.calls.filter(({ name }) => name === 'transfers.askNode').length;
    return { page, double, asked, answer: (value) => waiting.shift()?.(value) };
  };
  const goTo = (page: Page, name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
  const nonce = (page: Page) => page.getByRole('textbox', { name: 'Nonce' });
  const payFrom = async (page: Page, index: number): Promise<void> => {
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').nth(index).click();
  };
  const settle = (page: Page): Promise<void> =>
    page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

  test('is asked once the account is known, and again by a press alone; what was entered stays', async () => {
    const { page, asked, answer } = await opened();
    await payFrom(page, 0);
    await expect.poll(asked).toBe(1);
    answer(
      answerOf(
        { nonce: '12', maxFee: '21' },
        { remarks: [{ kind: 'tooHigh', field: 'maxFee', said: '900', most: '300' }] },
      ),
    );
    await page.getByText('Filled in by node.example at').waitFor();
    await page.getByText('Max fee: the node says 900. More than 300').waitFor();
    expect(await nonce(page).inputValue()).toBe('12');
    expect(await page.getByText('From node.example,').count()).toBe(2);
    await page.getByRole('textbox', { name: /^Recipient address/ }).fill('0x4B7Ea169');
    await nonce(page).fill('9');
    // An entered number is nobody's word but the operator's; the folded max fee is the node's.
    await expect.poll(() => page.getByText('From node.example,').count()).toBe(1);
    expect(asked()).toBe(1);
    await page.getByRole('button', { name: 'Ask the node' }).click();
    await expect.poll(asked).toBe(2);
    answer(answerOf({ nonce: '13', maxFee: '22' }));
    await page.getByRole('button', { name: 'Fee', exact: true }).click();
    const maxFee = page.getByRole('textbox', { name: /^Max fee/ });
    await expect.poll(() => maxFee.inputValue()).toBe('22');
    expect(await nonce(page).inputValue()).toBe('9');
    // An emptied field is the node's to fill in again.
    await nonce(page).fill('');
    await page.getByRole('button', { name: 'Ask the node' }).click();
    await expect.poll(asked).toBe(3);
    answer(answerOf({ nonce: '14' }));
    await expect.poll(() => nonce(page).inputValue()).toBe('14');
    // What it doesn't say any more is as it was at first.
    expect(await maxFee.inputValue()).toBe('30');
    await page.getByRole('button', { name: 'Ask the node' }).click();
    await expect.poll(asked).toBe(4);
    answer(new FakeRefusal('NODE_UNREACHABLE', 'The node at node.example can’t be reached.', 'Ask again.'));
    await page.getByText('can’t be reached').waitFor();
    expect(await nonce(page).inputValue()).toBe('14');
    await page.context().close();
  });

  test('attack: a late answer for another account, network, chain or screen fills in nothing', async () => {
    const { page, asked, answer } = await opened();
    await payFrom(page, 0);
    await expect.poll(asked).toBe(1);
    await payFrom(page, 1);
    await expect.poll(asked).toBe(2);
    answer(answerOf({ nonce: '111' }));
    await settle(page);
    expect(await nonce(page).inputValue()).toBe('');
    answer(answerOf({ nonce: '2' }));
    await expect.poll(() => nonce(page).inputValue()).toBe('2');

    // Another network: what the node said of the one before is taken back.
    await page.getByRole('button', { name: /Network$/ }).click();
    await page.getByRole('option', { name: 'Base' }).click();
    await expect.poll(() => nonce(page).inputValue()).toBe('');
    await expect.poll(asked).toBe(3);
    await goTo(page, 'Contacts');
    answer(answerOf({ nonce: '333' }));
    await settle(page);
    await goTo(page, 'Payments');
    await expect.poll(asked).toBe(4);
    expect(await nonce(page).inputValue()).toBe('');
    await page.getByRole('button', { name: /Chain$/ }).click();
    await page.getByRole('option', { name: 'Tempo' }).click();
    answer(answerOf({ nonce: '444' }));
    await settle(page);
    expect(await nonce(page).inputValue()).toBe('');
    // No node is named there.
    expect(await page.getByRole('button', { name: 'Ask the node' }).count()).toBe(0);
    expect(asked()).toBe(4);
    await page.context().close();
  });

  test('attack: an answer that comes after another profile was chosen fills in nothing', async () => {
    const { page, double, asked, answer } = await opened();
    await payFrom(page, 0);
    await expect.poll(asked).toBe(1);
    await double.change({ profileId: 'production' });
    await settle(page);
    answer(answerOf({ nonce: '111' }));
    await settle(page);
    expect(await page.getByText('Filled in by').count()).toBe(0);
    expect(
      await page.locator('input').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
    ).not.toContain('111');
    await page.context().close();
  });

  test('a console that is offline asks no node, and offers none', async () => {
    const double = new FakeConsole({ offline: { by: 'switch', file: null, clockConfirmedMs: null } });
    double.overrides.set('nodes.list', () => Promise.resolve(NODES));
    const { page } = await bench.open(double, { width: 1280, height: 800 });
    await goTo(page, 'Payments');
    await nonce(page).waitFor();
    expect(await page.getByRole('button', { name: 'Ask the node' }).count()).toBe(0);
    expect(double.calls.map(({ name }) => name)).not.toContain('transfers.askNode');
    await page.context().close();
  });

  test('is named in Settings for a network, and removed there', async () => {
    const double = new FakeConsole();
    double.overrides.set('nodes.list', () =>
      Promise.resolve({
        named: NODES.named.slice(0, 1),
        networks: [
          { type: 'TRANSACTION_TYPE_ETHEREUM', network: '1', name: 'Ethereum mainnet' },
          { type: 'TRANSACTION_TYPE_SOLANA', network: 'mainnet', name: 'Solana' },
        ],
      }),
    );
    const { page } = await bench.open(double, { width: 1280, height: 800 });
    await goTo(page, 'Settings');
    await page
      .getByRole('button', { name: /^Nodes of/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('https://node.example').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save node' }).click();
    await dialog.getByText('Choose a network.').waitFor();
    await dialog.getByRole('button', { name: /Network$/ }).click();
    await page.getByRole('option', { name: 'Solana' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://node');
    await dialog.getByRole('button', { name: 'Save node' }).click();
    await dialog.getByText('Enter a URL').waitFor();
    await dialog.getByRole('button', { name: 'Remove node of Ethereum mainnet' }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://sol.example/key');
    await dialog.getByRole('button', { name: 'Save node' }).click();
    await page.getByText('Node of Solana saved').waitFor();
    const made = double.calls.filter(({ name }) => ['nodes.name', 'nodes.remove'].includes(name));
    expect(made.map(({ name, input }) => ({ name, ...(input as object) }))).toMatchObject([
      { name: 'nodes.remove', type: 'TRANSACTION_TYPE_ETHEREUM', network: '1' },
      { name: 'nodes.name', type: 'TRANSACTION_TYPE_SOLANA', address: 'https://sol.example/key' },
    ]);
    await page.context().close();
  });
});
