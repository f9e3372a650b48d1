import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { lookedAtPayments } from '../../fake-payments.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

describe.skipIf(browserPath === undefined)('payments from a file', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake: FakeConsole): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('radio', { name: 'From a file' }).click();
    return page;
  };
  const readColumns = async (page: Page): Promise<void> => {
    await page.getByRole('textbox', { name: 'CSV file' }).fill('/home/ops/vendors.csv');
    await page.getByRole('button', { name: 'Read columns' }).click();
  };

  test('shows the first lines, and goes out with the columns and the first nonce', async () => {
    const fake = new FakeConsole();
    const ready = {
      ...lookedAtPayments,
      counts: { wrong: 0, alike: 0, again: 0, new: 0, ready: 2 },
      rows: [],
    };
    fake.overrides.set('paymentFiles.look', () => Promise.resolve(ready));
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('cell', { name: 'AW-77120' }).or(page.getByText('AW-77120')).first().waitFor();
    await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Review 2 payments' }).click();
    await page.getByText('It has 7 decimals; USDC has 6.').waitFor();
    const [sent] = fake.calls.filter(({ name }) => name === 'paymentFiles.read');
    expect(sent?.input).toMatchObject({
      columns: { to: 'beneficiary', amount: 'amount', asset: 'ccy', reference: 'invoice' },
      network: '1',
      values: { nonce: '412' },
    });
    // Another file has other columns: nothing of the one before is checked.
    await page.getByRole('textbox', { name: 'CSV file' }).fill('/home/ops/other.csv');
    await page.getByRole('button', { name: 'Read columns' }).waitFor();
    await page.context().close();
  });

  test('shows totals and what wants attention first, and takes no wrong row', async () => {
    const fake = new FakeConsole();
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText('57 of 58 rows').waitFor();
    await totals.getByText('184,250.00 USDC').waitFor();
    await totals.getByText('Line 12. Only the first and last characters').waitFor();
    expect(await totals.getByText('Nonces').count()).toBe(0);
    // The lines are not looked through again for a nonce: each has its own by its place.
    await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
    await totals.getByText('412 to 468').waitFor();
    expect(fake.calls.filter(({ name }) => name === 'paymentFiles.look')).toHaveLength(1);
    const rows = page.getByRole('grid', { name: 'The file' }).getByRole('row');
    expect(await rows.nth(1).textContent()).toContain('It has 7 decimals; USDC has 6.');
    expect(await rows.nth(2).textContent()).toContain('Resembles Brightline Logistics');
    expect(await rows.nth(3).textContent()).toContain('Same recipient and amount as line 2');
    await totals.getByText('Line 9. Each is paid. Remove those that are meant once.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'New 1' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(1).textContent()).toContain('First payment to this address');
    // Corrected in the file, it is read again at the same path.
    fake.overrides.set('paymentFiles.look', () =>
      Promise.resolve({ ...lookedAtPayments, counts: { wrong: 0, alike: 0, again: 0, new: 0, ready: 2 } }),
    );
    await page.getByRole('button', { name: 'Read file again' }).click();
    await page.getByRole('button', { name: 'Review 2 payments' }).waitFor();
    await totals.getByText('2 of 2 rows').waitFor();
    await page.context().close();
  });

  test('leaves out the wrong rows once it is said of so many, saves them, and says so until they are taken in', async () => {
    const fake = new FakeConsole();
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByRole('button', { name: 'Save the wrong row' }).click();
    await page.getByText('1 wrong row saved').waitFor();
    await page.getByRole('button', { name: 'Read file again' }).waitFor();
    await totals.getByRole('button', { name: 'Leave out 1 wrong row' }).click();
    await totals.getByText('1 wrong row left out').waitFor();
    await totals.getByText('Line 48. They aren’t paid.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await totals.getByRole('button', { name: 'Don’t leave them out' }).click();
    await page.getByRole('button', { name: 'Read file again' }).waitFor();
    await totals.getByRole('button', { name: 'Leave out 1 wrong row' }).click();
    await page.getByRole('button', { name: 'Review 1 payment' }).click();
    await expect.poll(() => fake.calls.some(({ name }) => name === 'paymentFiles.read')).toBe(true);
    expect(fake.calls.find(({ name }) => name === 'paymentFiles.read')?.input).toMatchObject({
      leaveOut: 'w1',
    });
    await page.context().close();
  });

  test('attack: what was left out stands for no other wrong rows', async () => {
    const fake = new FakeConsole();
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByRole('button', { name: 'Leave out 1 wrong row' }).click();
    // The file is another one by the time that it is read.
    fake.overrides.set('paymentFiles.read', () =>
      Promise.reject(
        new FakeRefusal('PAYMENT_ROWS_CHANGED', 'Other rows are wrong.', 'Read the file again.'),
      ),
    );
    fake.overrides.set('paymentFiles.look', () =>
      Promise.resolve({
        ...lookedAtPayments,
        counts: { ...lookedAtPayments.counts, wrong: 2 },
        wrongDigest: 'w2',
      }),
    );
    await page.getByRole('button', { name: 'Review 1 payment' }).click();
    await page.getByText('Other rows are wrong.').waitFor();
    await page.getByRole('button', { name: 'Read file again' }).click();
    await totals.getByText('2 rows can’t be paid').waitFor();
    await page.getByRole('button', { name: 'Read file again' }).waitFor();
    await page.context().close();
  });

  test('attack: an answer that comes late is none for columns that were chosen since', async () => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (answer = resolve));
    let asked = 0;
    fake.overrides.set('paymentFiles.look', async () => {
      asked += 1;
      if (asked === 1) await first;
      return { ...lookedAtPayments, fees: [asked === 1 ? '9 ETH' : '1 ETH'] };
    });
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await expect.poll(() => asked).toBe(1);
    await page.getByRole('button', { name: /^invoice Reference/ }).click();
    await page.getByRole('option', { name: 'No references' }).click();
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText('1 ETH').waitFor();
    answer();
    await page.getByRole('textbox', { name: 'Nonce' }).fill('1');
    await totals.getByText('1 to 57').waitFor();
    expect(await totals.textContent()).not.toContain('9 ETH');
    await page.context().close();
  });

  test('has nothing left of what was missing of one payment', async () => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const missing = { field: 'nonce', code: 'TRANSFER_FIELD_MISSING', message: 'Nonce is missing.' };
    fake.overrides.set('transfers.build', async () => {
      await asked;
      return { ok: false, problems: [{ ...missing, remedy: 'Enter it.' }] };
    });
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await expect.poll(() => fake.calls.some(({ name }) => name === 'transfers.build')).toBe(true);
    await page.getByRole('radio', { name: 'From a file' }).click();
    answer();
    await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
    await readColumns(page);
    await page.getByRole('region', { name: 'Totals' }).waitFor();
    expect(await page.getByText('Nonce is missing.').count()).toBe(0);
    await page.context().close();
  });

  test('asks for what the chain needs, says what all lines lack, and counts no nonces where there are none', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('transfers.form', () =>
      Promise.resolve({
        networks: [{ id: 'bitcoin', name: 'Bitcoin' }],
        fields: [
          { name: 'coins', label: 'Coins to spend', where: '', initial: '', group: 'known', isLong: true },
        ],
        series: { kind: 'together', note: 'One transaction pays all lines.' },
      }),
    );
    const problem = {
      field: 'coins',
      code: 'TRANSFER_FIELD_MISSING',
      message: 'Coins are missing.',
      remedy: '',
    };
    fake.overrides.set('paymentFiles.look', () =>
      Promise.resolve({ ...lookedAtPayments, fees: [], lacks: [problem] }),
    );
    const page = await opened(fake);
    await page.getByText('One transaction pays all lines.').waitFor();
    expect(await page.getByText('Coins are missing.').count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Nonce' }).count()).toBe(0);
    await readColumns(page);
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText('Coins are missing.').waitFor();
    expect(await totals.getByText('Nonces').count()).toBe(0);
    expect(await totals.getByText('Max fee').count()).toBe(0);
    await page.context().close();
  });

  test('attack: titles of any kind take the window down', async () => {
    const fake = new FakeConsole();
    const titles = ['0', '', '', '__proto__', 'constructor', '<b>to</b>', ' '];
    fake.overrides.set('paymentFiles.columns', () =>
      Promise.resolve({
        ...{ titles, lines: 1, first: [titles] },
        columns: { to: null, amount: null, asset: null, reference: null },
      }),
    );
    const page = await opened(fake);
    await readColumns(page);
    await page.getByRole('columnheader', { name: '<b>to</b>' }).waitFor();
    await page.getByText('The first 1 of 1 lines.').waitFor();
    // Without a recipient’s and an amount’s column there is nothing to check.
    expect(await page.getByRole('button', { name: 'Review 1 payment' }).isDisabled()).toBe(true);
    await page.context().close();
  });
});
