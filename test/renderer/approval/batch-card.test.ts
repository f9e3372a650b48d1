import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchPages } from '#main/features/batches/batch-pages.ts';
import { createYield } from '#main/platform/pacing.ts';
import type { BatchRecipient, Preview, SpelledLine } from '#preload/contract/requests.ts';
import { takePicture } from '../../fixtures/guide-picture.ts';
import { axeFaults } from '../axe.ts';
import { NOW_MS, preview } from '../fake-data.ts';
import { WindowBench, browserPath } from '../open-window.ts';

const SPENDER = '0x1bD939EcF56eD246C5F5c0191E690D59A2806122';
const FOREIGN_KEY = `03${'a0da57b0b81b7081'.repeat(4)}`;

const lines: SpelledLine[] = [
  {
    line: 17,
    operation: 'Sign a transaction',
    sentence: [
      { kind: 'text', value: 'Let ' },
      { kind: 'address', value: SPENDER },
      { kind: 'text', value: ' take up to ' },
      { kind: 'amount', value: '999,999.00 USDC' },
    ],
    facts: [
      { label: 'Spender', value: SPENDER, kind: 'address' },
      { label: 'Up to', value: '999,999.00 USDC', kind: 'amount' },
    ],
    warnings: [
      {
        code: 'ALLOWANCE',
        severity: 'danger',
        title: 'Allowance for a stranger',
        text: 'It does not expire.',
      },
    ],
  },
  {
    line: 41,
    operation: 'Log in with a stamp',
    sentence: [{ kind: 'text', value: 'Log in with this stamp for 3650 days.' }],
    facts: [{ label: 'Public key', value: FOREIGN_KEY, kind: 'data' }],
    warnings: [],
  },
];
const recipients: BatchRecipient[] = Array.from({ length: 50 }, (_, index) => ({
  address: `0x${index.toString(16).padStart(2, '0')}5f6404B4533ab25cDD0a44f4886A025113c74F`,
  network: 'Ethereum mainnet',
  name: index < 3 ? null : `treasury-${index}`,
  payments: 1 + (index % 3),
  sums: [`0.${index + 10} ETH`],
}));
const totals = [
  {
    label: 'You send',
    value: '5.98 ETH',
    note: '60 transactions, 50 recipients on Ethereum mainnet; median 0.1 ETH',
  },
  { label: 'Max fee', value: '0.19 ETH', note: '62 transactions; highest 0.01 ETH, on line 17' },
];
const pages = await batchPages(totals, lines, recipients, { yieldToEventLoop: createYield() });
const batch: Preview = {
  ...preview,
  id: 'preview-batch',
  operation: 'request_set',
  sentence: [
    { kind: 'text', value: 'Sign and send 62 requests: 60 payments of ' },
    { kind: 'amount', value: '5.98 ETH' },
    { kind: 'text', value: ' to 50 addresses, and 2 requests that are not payments.' },
  ],
  facts: [{ label: 'Requests', value: '62', kind: 'number' }],
  warnings: [
    {
      code: 'BATCH_NOT_PAYMENTS',
      severity: 'danger',
      title: 'Not a payment: 2 requests',
      text: 'Lines 17 and 41. Read each of them: it is spelled out on its own.',
    },
  ],
  reading: null,
  batch: pages.outline,
};

describe.skipIf(browserPath === undefined)('a batch on the approval surface', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const open = async (theme: 'light' | 'dark'): Promise<{ page: Page; faults: readonly string[] }> => {
    const { page, faults, show } = await bench.openApproval();
    const answer = pages.all();
    // The preload's part: pages come one by one.
    await page.evaluate((all) => {
      const { approval } = (globalThis as unknown as { keyops: { approval: Record<string, unknown> } })
        .keyops;
      approval['page'] = (asked: { list: string; page: number }) =>
        Promise.resolve({
          ok: true,
          value: all.find((each) => each.list === asked.list && each.page === asked.page) ?? null,
        });
    }, answer);
    await show({ preview: batch, deniesAtMs: NOW_MS + 120_000, nowMs: NOW_MS, theme });
    return { page, faults };
  };

  test.each(['light', 'dark'] as const)(
    'in %s: spells out what is no payment, with nobody cut short',
    async (theme) => {
      const { page, faults } = await open(theme);
      const card = page.getByRole('alertdialog');
      const said = (await card.textContent())?.replace(/\s/g, '') ?? '';
      for (const each of [SPENDER, FOREIGN_KEY, 'Line17', 'Line41', '999,999.00USDC', '5.98ETH'])
        expect(said).toContain(each);
      expect(said).toContain(recipients[11]?.address);
      expect(said).not.toContain(recipients[12]?.address);
      expect(await axeFaults(page)).toEqual([]);
      await takePicture(page, `gallery/batch-approval-${theme}.png`);
      await page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
      await takePicture(page, `gallery/batch-approval-${theme}-recipients.png`);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  test('says once what is no payment, with its tick in the same band, and how far one has read', async () => {
    const { page } = await open('light');
    const said = (await page.getByRole('alertdialog').textContent()) ?? '';
    expect(said.match(/not a (?:plain )?payment/gi)).toHaveLength(1);
    const band = page.locator('section.lines.danger');
    expect(await band.locator('h2').textContent()).toContain('Not a payment: 2 requests');
    const tick = band.getByRole('checkbox', {
      name: 'I have checked each request that isn’t a payment',
    });
    expect(await tick.count()).toBe(1);
    expect(await page.getByRole('checkbox').count()).toBe(1);
    expect(await page.locator('.dashes i').count()).toBe(5);
    expect(await page.locator('.dashes .seen').count()).toBe(1);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => page.locator('.dashes .seen').count()).toBe(2);
    expect(await page.getByRole('columnheader', { name: 'Address on Ethereum mainnet' }).count()).toBe(1);
    await page.context().close();
  });

  test('attack: a batch is not confirmed before its last page was seen, and the box was ticked', async () => {
    const { page } = await open('light');
    const confirm = page.locator('button.approve');
    await page.getByRole('checkbox').check();
    await page.getByText('To continue, view every page.').waitFor();
    const last = recipients.at(-1)?.address ?? '';
    for (const seen of [2, 3, 4, 5]) {
      expect(await confirm.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(`${seen} of 5 pages seen`).waitFor();
    }
    expect((await page.getByRole('table').textContent())?.replace(/\s/g, '')).toContain(last);
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await page.context().close();
  });
});
