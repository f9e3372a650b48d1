// Searching all requests of a batch by the text of their rows, also while the batch runs.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { SavedFilter } from '#preload/contract/saved-filters.ts';
import { axeFaults } from '../../axe.ts';
import { preparedBatch } from '../../fake-batches.ts';
import { FakeConsole } from '../../fake-console.ts';
import { keepFilters } from '../../fake-filters.ts';
import { type OpenWindow, browserPath, WindowBench } from '../../open-window.ts';

const FULL = { width: 1280, height: 800 };
/** The same window at 150 %. */
const LARGE = { width: 853, height: 533 };

interface Asked {
  readonly after: number;
  readonly limit: number;
}

const batch: RequestGroup = { ...preparedBatch, total: 2_500 };

/** A console with one batch, whose lines are these. */
class BatchConsole extends FakeConsole {
  readonly lines: BatchLine[];
  readonly asked: Asked[] = [];
  /** What a call waits for before it answers. */
  hold: (asked: Asked) => Promise<unknown> = () => Promise.resolve();

  constructor(kept: SavedFilter[] = []) {
    super();
    this.lines = Array.from({ length: batch.total }, (_, position) => ({
      ...{ position, line: position + 1, reference: `payout-${position}`, operation: 'sign_transaction' },
      ...{ sentence: `Send 0.1 ETH to ${addressOf(position)}`, state: 'new', activityId: null },
    }));
    this.overrides.set('requestGroups.list', () => Promise.resolve([batch]));
    this.overrides.set('batches.lines', async (input) => {
      const asked = input as Asked;
      this.asked.push(asked);
      await this.hold(asked);
      return this.lines.slice(asked.after + 1, asked.after + 1 + asked.limit);
    });
    keepFilters(this, kept);
  }

  setState(position: number, state: BatchLine['state']): void {
    const line = this.lines[position];
    if (line === undefined) throw new Error('There is no such line.');
    this.lines[position] = { ...line, state };
  }
}

const addressOf = (position: number): string => `0x${(0xabc000 + position).toString(16).padStart(40, '0')}`;

describe.skipIf(browserPath === undefined)('the lines of a batch', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const open = async (fake: FakeConsole, viewport = FULL) => {
    const opened: OpenWindow = await bench.open(fake, viewport);
    const { page } = opened;
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Batch', exact: true })
      .click();
    await page.getByRole('button', { name: 'All 2,500 requests' }).click();
    const list = page.getByRole('list', { name: 'Requests of payouts.jsonl' });
    await list.getByText('payout-3', { exact: true }).waitFor();
    const find = page.getByRole('searchbox', { name: 'Find: Requests of payouts.jsonl' });
    return { ...opened, list, find };
  };
  const count = (list: Locator): Promise<string | null> =>
    list.getByRole('listitem').first().getAttribute('aria-setsize');

  test('are found by reference, part of an address, number and state', async () => {
    const fake = new BatchConsole();
    fake.setState(1_654, 'failed');
    const { page, list, find, faults } = await open(fake);
    for (const [words, reference, many] of [
      ['PAYOUT-2345', 'payout-2345', '1'],
      [addressOf(1_321).slice(-8), 'payout-1321', '1'],
      ['2,500', 'payout-2499', '1'],
      ['failed', 'payout-1654', '1'],
      ['payout-98 send', 'payout-98', '11'],
    ] as const) {
      await find.fill(words);
      await page.getByText(`${many} of 2,500`, { exact: true }).waitFor();
      await list.getByText(reference, { exact: true }).waitFor();
      await expect.poll(() => count(list)).toBe(many);
    }
    await find.fill('nobody');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(() => count(list)).toBe('2500');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('that match in great number end after the first thousand, which is said', async () => {
    const fake = new BatchConsole();
    const { page, list, find } = await open(fake);
    await find.fill('payout');
    await page
      .getByText('The first 1,000 matches, among 1,000 of 2,500 requests. Type more to narrow them.')
      .waitFor();
    await expect.poll(() => count(list)).toBe('1000');
    expect(Math.max(...fake.asked.map(({ after, limit }) => after + limit))).toBeLessThan(1_200);
    await page.context().close();
  });

  test('that a slow search finds are never shown for words that have changed since', async () => {
    const fake = new BatchConsole();
    const { page, list, find } = await open(fake);
    let go: (() => void) | undefined;
    fake.hold = () => new Promise<void>((resolve) => (go = resolve));
    await find.fill('payout-11');
    await expect.poll(() => go).toBeDefined();
    const answerLate = go;
    fake.hold = () => Promise.resolve();
    await find.fill('payout-2222');
    await list.getByText('payout-2222', { exact: true }).waitFor();
    answerLate?.();
    await page.getByText('1 of 2,500', { exact: true }).waitFor();
    expect(await count(list)).toBe('1');
    expect(await list.getByText('payout-11', { exact: true }).count()).toBe(0);
    // The abandoned search stops after the page that it had asked for.
    expect(fake.asked.filter(({ after }) => after === 199)).toHaveLength(1);
    await page.context().close();
  });

  test('say how far the search is, and that a call failed', async () => {
    const fake = new BatchConsole();
    const { page, find } = await open(fake);
    let fail: ((error: Error) => void) | undefined;
    fake.hold = ({ after }) =>
      after < 399 ? Promise.resolve() : new Promise((_, reject) => (fail = reject));
    await find.fill('payout-39 send');
    await page.getByText('400 of 2,500 requests searched', { exact: true }).waitFor();
    await page.getByText('11 of 2,500', { exact: true }).waitFor();
    await expect.poll(() => fail).toBeDefined();
    fail?.(new Error('The disk is full.'));
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('heading', { name: 'No matches' }).count()).toBe(0);
    await page.context().close();
  });

  test('that were found show their state as the batch goes on', async () => {
    const fake = new BatchConsole();
    const { page, list, find } = await open(fake);
    await find.fill('payout-2345');
    const row = list.getByRole('listitem').filter({ hasText: 'payout-2345' });
    await row.getByText('Not sent').waitFor();
    fake.tell('requestGroups.changed', { ...batch, state: 'running', done: 2_000 });
    fake.setState(2_345, 'done');
    fake.tell('requestGroups.changed', { ...batch, state: 'running', done: 2_400 });
    await row.getByText('Done').waitFor();
    expect(await find.inputValue()).toBe('payout-2345');
    await page.context().close();
  });

  test('keep filters for every batch', async () => {
    const kept: SavedFilter[] = [{ name: 'Refused', filter: { list: 'batchLines', words: 'failed' } }];
    const fake = new BatchConsole(kept);
    fake.setState(41, 'failed');
    for (const viewport of [FULL, LARGE]) {
      const { page, list, faults } = await open(fake, viewport);
      await page.getByRole('button', { name: 'Refused', exact: true }).click();
      await list.getByText('payout-41', { exact: true }).waitFor();
      await page.getByText('1 of 2,500', { exact: true }).waitFor();
      const folder = process.env['KEYOPS_SHOTS'];
      await list.scrollIntoViewIfNeeded();
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/batch-lines-${viewport.width}.png` });
      expect(await axeFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
