// A lookup table or a previous transaction that is added in the window: what is said before, to whom it matters, and what is called.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfflineItem } from '#preload/contract/offline.ts';
import { axeFaults } from './axe.ts';
import { FakeConsole } from './fake-console.ts';
import { openedRequest } from './fake-offline.ts';
import { WindowBench, browserPath } from './open-window.ts';
import { pressInTurn } from './press-in-turn.ts';

const TABLE = 'AddressLookupTab1e1111111111111111111111111';
const SAVED = 'This request was saved before';

describe.skipIf(browserPath === undefined)('the dialog that adds to a request', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** Opens a request that lies on the screen. */
  const openItem = async (item: OfflineItem) => {
    const fake = new FakeConsole();
    const call = fake.call.bind(fake);
    const called: string[] = [];
    fake.call = (name, input) => {
      called.push(name);
      return name === 'offline.state'
        ? Promise.resolve({ ok: true, value: { items: [item], answers: [] } })
        : call(name, input);
    };
    const { page } = await bench.open(fake);
    await page.getByRole('navigation').waitFor();
    await pressInTurn(page, 'g', 'f');
    await page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).click();
    return { page, called };
  };
  /** Opens the dialog of a request whose transaction names a table. */
  const openDialog = async (change: Partial<OfflineItem>) => {
    const lookupTables = [{ address: TABLE, from: null }];
    const { page } = await openItem({ ...openedRequest, lookupTables, ...change });
    await page.getByRole('button', { name: 'Add table from a file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a lookup table from a file' });
    await dialog.waitFor();
    return { page, dialog };
  };

  it('warns before a request that was saved becomes another file', async () => {
    const request = { ...openedRequest.request, savedTo: '/media/usb/a.keyops-request' };
    const { page, dialog } = await openDialog({ isMadeHere: true, request });
    await dialog.getByText(SAVED).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  it('asks for a previous transaction in its own words, and adds it as one', async () => {
    const previousTransactions = [
      { id: '0c'.repeat(32), from: null },
      { id: '0d'.repeat(32), from: 'request' as const },
    ];
    const { page, called } = await openItem({ ...openedRequest, previousTransactions });
    await page.getByText('Amounts rest on 1 previous transaction', { exact: true }).waitFor();
    await page.getByText('From the request file, proven by its hash').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add transaction from a file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a previous transaction from a file' });
    await dialog.getByText('so it proves itself').waitFor();
    await dialog.getByRole('textbox', { name: 'Transaction file' }).fill('/media/usb/transaction.hex');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(called).toContain('offline.addPrevious');
    expect(called).not.toContain('offline.addTable');
    await page.close();
  });

  it.each([
    ['that was made here and is in no file yet', { isMadeHere: true }],
    [
      'that was brought here, beside which the table stays',
      { request: { ...openedRequest.request, savedTo: '/media/usb/a.keyops-request' } },
    ],
  ])('says nothing of it for a request %s', async (_, change) => {
    const { page, dialog } = await openDialog(change);
    await dialog.getByText('nobody vouches for the table').waitFor();
    expect(await dialog.getByText(SAVED).count()).toBe(0);
    await page.close();
  });
});
