// Saved filters of lists within one object: they are the kind's, and what is typed is the object's.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedFilter } from '#preload/contract/saved-filters.ts';
import { axeFaults } from './axe.ts';
import { answers, walletAccounts } from './fake-answers.ts';
import { preparedBatch } from './fake-batches.ts';
import { FakeConsole } from './fake-console.ts';
import { keepFilters } from './fake-filters.ts';
import { lookedAtPayments } from './fake-payments.ts';
import { browserPath, WindowBench } from './open-window.ts';

const FULL = { width: 1280, height: 800 };
/** The same window at 150 %. */
const LARGE = { width: 853, height: 533 };

/** A console that keeps these filters; its service answers these queries otherwise. */
function keeping(kept: SavedFilter[], others: (input: string) => unknown = () => undefined): FakeConsole {
  const fake = new FakeConsole();
  fake.overrides.set('queries.ask', (input) => {
    const { operation, parameters } = input as { operation: string; parameters: unknown };
    const other = others(`${operation} ${JSON.stringify(parameters)}`) ?? answers[operation] ?? {};
    return Promise.resolve(JSON.parse(JSON.stringify(other)));
  });
  keepFilters(fake, kept);
  return fake;
}

const WALLETS = ['Payout wallet', 'Night wallet'].map((walletName, index) => ({
  ...{ walletId: `0191f3a2-7c4e-7d10-8a5b-70000000000${index + 1}`, walletName },
  ...{ exported: false, imported: false, createdAt: { seconds: '1795000000', nanos: '0' } },
}));
const ACCOUNTS = WALLETS.flatMap(({ walletId }, wallet) =>
  Array.from({ length: 12 }, (_, index) => ({
    ...{ ...walletAccounts[index % 2], walletId },
    walletAccountId: `0191f3a2-7c4e-7d10-8a5b-7100000${wallet}00${String(index).padStart(2, '0')}`,
    path: `m/44'/60'/0'/0/${index}`,
  })),
);
function wallets(kept: SavedFilter[]): FakeConsole {
  const fake = keeping(kept, (asked) =>
    asked.startsWith('list_wallets') ? { wallets: WALLETS } : undefined,
  );
  fake.overrides.set('keys.accounts', () => Promise.resolve(ACCOUNTS));
  return fake;
}

const visit = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const save = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('menuitem', { name: 'Save filter…' }).click();
  await page.getByRole('dialog', { name: 'Save filter' }).getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
};
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['KEYOPS_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe.skipIf(browserPath === undefined)('saved filters of lists within one object', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('of one wallet’s accounts are there for another wallet, whose rows what was typed leaves alone', async () => {
    const kept: SavedFilter[] = [];
    const { page, faults } = await bench.open(wallets(kept), FULL);
    await visit(page, 'Wallets and secrets');
    const find = (name: string) => page.getByRole('searchbox', { name: `Find: Accounts of ${name}` });
    await find('Payout wallet').fill('solana');
    await page.getByText('6 of 12', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await save(page, 'Solana');
    await chip(page, 'Solana').waitFor();
    expect(kept).toEqual([{ name: 'Solana', filter: { list: 'accounts', words: 'solana' } }]);
    await shot(page, 'object-accounts');
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('row', { name: /Night wallet/ }).click();
    await find('Night wallet').waitFor();
    expect(await find('Night wallet').inputValue()).toBe('');
    await chip(page, 'Solana').click();
    await page.getByText('6 of 12', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Rename “Solana”…' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('SOL');
    await page.keyboard.press('Enter');
    await chip(page, 'SOL').waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Remove “SOL”' }).click();
    await chip(page, 'SOL').waitFor({ state: 'detached' });
    expect(kept).toEqual([]);
    await page.getByRole('row', { name: /Payout wallet/ }).click();
    expect(await find('Payout wallet').inputValue()).toBe('solana');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('hold in the drawer of a small window, and are saved there', async () => {
    const kept: SavedFilter[] = [];
    const { page, faults } = await bench.open(wallets(kept), LARGE);
    await visit(page, 'Wallets and secrets');
    await page.getByRole('row', { name: /Payout wallet/ }).click();
    const find = page.getByRole('searchbox', { name: 'Find: Accounts of Payout wallet' });
    await find.fill('solana');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await save(page, 'Solana');
    await chip(page, 'Solana').waitFor();
    expect(await find.inputValue()).toBe('solana');
    expect(await isTooWide(page)).toBe(false);
    await find.scrollIntoViewIfNeeded();
    await shot(page, 'object-accounts-large');
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('are the same in two lists of a kind on one screen; each has words of its own', async () => {
    const rules = Array.from({ length: 12 }, (_, index) => ({
      ...{ cidr: `203.0.113.${index}/32`, label: index % 4 === 0 ? `Night ${index}` : `Day ${index}` },
      createdAt: { seconds: '1795000000', nanos: '0' },
    }));
    const allowlist = { organizationId: 'o', rules, enabled: true, onEvaluationError: 'DENY' };
    const kept: SavedFilter[] = [];
    const fake = keeping(kept, (asked) => (asked.startsWith('get_ip_allowlist') ? { allowlist } : undefined));
    const { page } = await bench.open(fake, FULL);
    await visit(page, 'Organization');
    await page.getByRole('radio', { name: 'Network', exact: true }).click();
    const cards = page.getByRole('region', { name: /^IP allowlist/ });
    const find = (place: number) => cards.nth(place).getByRole('searchbox');
    await find(0).fill('night');
    await cards.nth(0).getByText('3 of 12', { exact: true }).waitFor();
    expect(await find(1).inputValue()).toBe('');
    await cards.nth(0).getByRole('button', { name: 'Saved filters' }).click();
    await save(page, 'Night desk');
    await cards.nth(1).getByRole('button', { name: 'Night desk', exact: true }).click();
    await cards.nth(1).getByText('3 of 12', { exact: true }).waitFor();
    await shot(page, 'object-allowlists');
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('of failed lines are every batch’s, and go by reference and code', async () => {
    const failures = Array.from({ length: 14 }, (_, index) => ({
      ...{ line: index + 1, reference: `payout-${index}` },
      failure: { code: index % 7 === 0 ? 'RATE_LIMITED' : 'NOT_AUTHORIZED', message: 'Refused.' },
    }));
    const kept: SavedFilter[] = [
      { name: 'Limits', filter: { list: 'failedLines', words: 'rate_limited' } },
      { name: 'Other list', filter: { list: 'fileErrors', words: 'x' } },
    ];
    const fake = keeping(kept);
    const ended = { ...preparedBatch, state: 'ended' as const, done: 9_986, failed: 14 };
    fake.overrides.set('requestGroups.list', () => Promise.resolve([ended]));
    fake.overrides.set('batches.failures', () => Promise.resolve({ failures, again: 0 }));
    for (const viewport of [FULL, LARGE]) {
      const { page } = await bench.open(fake, viewport);
      await visit(page, 'Batch');
      await chip(page, 'Limits').click();
      await page.getByText('2 of 14', { exact: true }).waitFor();
      expect(await chip(page, 'Other list').count()).toBe(0);
      expect(await isTooWide(page)).toBe(false);
      await chip(page, 'Limits').scrollIntoViewIfNeeded();
      await shot(page, `object-failed-lines-${viewport.width}`);
      expect(await axeFaults(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('of the rows of a payment file hold what wants attention, too, and say why none is there', async () => {
    const kept: SavedFilter[] = [
      { name: 'Decimals', filter: { list: 'paymentRows', words: 'decimals', rows: 'wrong' } },
      { name: 'New faces', filter: { list: 'paymentRows', words: '', rows: 'new' } },
    ];
    const fake = keeping(kept);
    const counts = { ...lookedAtPayments.counts, new: 0 };
    const rows = lookedAtPayments.rows.filter(({ state }) => state !== 'new');
    fake.overrides.set('paymentFiles.look', () => Promise.resolve({ ...lookedAtPayments, counts, rows }));
    const { page } = await bench.open(fake, FULL);
    await visit(page, 'Payments');
    await page.getByRole('radio', { name: 'From a file' }).click();
    await page.getByRole('textbox', { name: 'CSV file' }).fill('/home/ops/vendors.csv');
    await page.getByRole('button', { name: 'Read columns' }).click();
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    const table = page.getByRole('grid', { name: 'The file' });
    await chip(page, 'Decimals').click();
    await page.getByRole('radio', { name: 'Errors 1', checked: true }).waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await shot(page, 'object-payment-rows');
    expect(await axeFaults(page)).toEqual([]);
    await chip(page, 'New faces').click();
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(rows.length + 1);
    await page.context().close();
  });

  test('attack on a form: Enter in a list within it, or in the name of a filter, submits nothing of it', async () => {
    const kept: SavedFilter[] = [];
    const fake = keeping(kept);
    const changed = Array.from({ length: 12 }, (_, index) => ({
      ...{ id: `activity-${index}`, title: index < 2 ? `Pay Cobalt ${index}` : `Request ${index}` },
      ...{ atMs: 1_795_000_000_000, before: 'OUTCOME_ALLOW', after: 'OUTCOME_DENY_EXPLICIT' },
    }));
    fake.overrides.set('activities.tryPolicy', () =>
      Promise.resolve({ looked: 20, isWhole: true, unclear: 0, changedInAll: 12, changed }),
    );
    const { page } = await bench.open(fake, FULL);
    await visit(page, 'Operations');
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('create_policy');
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await save(page, 'Policies');
    await chip(page, 'Policies').waitFor();
    await shot(page, 'object-operations');
    await page.getByRole('option', { name: /^Create a policy\b/ }).click();
    await page.getByRole('textbox', { name: /^Name|^Policy name/ }).fill('Night');
    await page.getByRole('button', { name: /Effect/ }).click();
    await page.getByRole('option', { name: 'Deny' }).click();
    const trial = page.getByRole('region', { name: 'Dry run' });
    await trial.getByRole('button', { name: 'Dry run' }).click();
    await trial.getByRole('searchbox').fill('cobalt');
    await trial.getByText('2 of 12', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await trial.getByRole('button', { name: 'Saved filters' }).click();
    await save(page, 'Cobalt');
    await trial.getByRole('button', { name: 'Cobalt', exact: true }).waitFor();
    await trial.scrollIntoViewIfNeeded();
    await shot(page, 'object-dry-run');
    expect(await axeFaults(page)).toEqual([]);
    expect(kept.map(({ filter }) => filter.list)).toEqual(['operations', 'policyTrial']);
    expect(fake.calls.filter(({ name }) => name === 'requests.prepare')).toEqual([]);
    await page.context().close();
  });
});
