// Key material that an answer file brought, on the Offline screen: what is called when it is done with, and when it is left.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedAnswerView } from '#preload/contract/offline.ts';
import { axeFaults } from './axe.ts';
import { FakeConsole } from './fake-console.ts';
import { openExport } from './fake-exports.ts';
import { WindowBench, browserPath } from './open-window.ts';
import { pressInTurn } from './press-in-turn.ts';

const answer: OpenedAnswerView = {
  id: 'b7ec5713a529bd296bfc2812b6572ac933421ded51d0e0badb0851e6eb39f81a',
  operation: 'export_private_key',
  summary: 'Export private key',
  outcome: {
    state: 'completed',
    activityId: '0191f3a2-7c11-7c3e-8a10-2b6f0c9d1e4f',
    fingerprint: `sha256:${'0'.repeat(64)}`,
    result: {},
    verifications: [{ name: 'Export bundle', passed: true, detail: 'The pinned quorum key signed it.' }],
    transaction: null,
  },
  note: 'The service signed the bundle, and nothing else in this answer.',
  exportId: openExport.id,
};
const { status } = openExport;
if (status.state !== 'open') throw new Error('The double’s export is open.');
const held = {
  ...openExport,
  previewId: null,
  target: null,
  status: {
    ...status,
    wipesAtMs: Date.now() + 300_000,
    items: status.items.map((item) => ({ ...item, derived: [] })),
  },
};

describe.skipIf(browserPath === undefined)('an export that came by file', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    // With React's second start of each effect, which is no leaving.
    bench = await WindowBench.start('development');
  });
  afterAll(() => bench.stop());

  const openAnswer = async () => {
    const called: string[] = [];
    const fake = new FakeConsole();
    const call = fake.call.bind(fake);
    fake.call = (name, input) => {
      called.push(name);
      const views = called.includes('exports.wipe') || called.includes('offline.finish') ? [] : [held];
      const answers: Record<string, unknown> = {
        'offline.state': { items: [], answers: [answer] },
        'exports.list': views,
      };
      return name in answers ? Promise.resolve({ ok: true, value: answers[name] }) : call(name, input);
    };
    const { page } = await bench.open(fake);
    // A key that is pressed before the shell is there is nobody's.
    await page.getByRole('navigation').waitFor();
    await pressInTurn(page, 'g', 'f');
    return { page, called };
  };

  it('is shown masked, with what it was not compared with, and done with in one step', async () => {
    const { page, called } = await openAnswer();
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByText('Not compared with an address').waitFor();
    expect(called).not.toContain('exports.reveal');
    await page.getByRole('button', { name: 'Done and wipe' }).click();
    await expect.poll(() => called).toContain('offline.finish');
  });

  it('has no violation of axe’s rules, in dark and in light', async () => {
    const { page } = await openAnswer();
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByText('Export verified').waitFor();
    const shots = join(import.meta.dirname, '../../artifacts/screens/renderer');
    await mkdir(shots, { recursive: true });
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate((theme) => void (document.documentElement.dataset['theme'] = theme), scheme);
      expect(await axeFaults(page)).toEqual([]);
      await page.screenshot({ path: join(shots, `offline-export-${scheme}.png`) });
      await page.getByRole('button', { name: 'Done and wipe' }).scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(shots, `offline-export-end-${scheme}.png`) });
    }
  });

  it('leaving the screen wipes it, and forgets no key', async () => {
    const { page, called } = await openAnswer();
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByText('Export verified').waitFor();
    expect(called).not.toContain('exports.wipe');
    await pressInTurn(page, 'g', 's');
    await expect.poll(() => called).toContain('exports.wipe');
    expect(called).not.toContain('offline.finish');
  });
});
