import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '../../../src/preload/contract/activities.ts';
import { FakeConsole } from '../fake-console.ts';
import { activityRows } from '../fake-data.ts';
import { browserPath, WindowBench } from '../open-window.ts';

const TOTAL = 50_000;
// Larger pages than the window asks for: that many small ones would take the test minutes.
const PAGE = 2_500;
const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

/** A service with 50,000 activities cannot be filled in a test's time: the bridge plays it, page by page. */
function manyRows(): FakeConsole {
  const fake = new FakeConsole();
  const [template] = activityRows;
  const rowAt = (index: number): ActivityRow[] =>
    template ? [{ ...template, id: `row-${index}`, title: `Request ${index}` }] : [];
  fake.overrides.set('activities.list', (input) => {
    const { before } = input as { before: string | null };
    const from = before === null ? 0 : Number(before.slice(4)) + 1;
    const rows = Array.from({ length: PAGE }, (_, index) => from + index).flatMap(rowAt);
    return Promise.resolve({ rows, next: from + PAGE < TOTAL ? `row-${from + PAGE - 1}` : null });
  });
  return fake;
}

describe.skipIf(browserPath === undefined)(`50,000 activities${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 60_000);
  afterAll(() => bench.stop());

  it('load as one moves down, and draw as many rows as are in sight', async () => {
    const { page, faults } = await bench.open(manyRows());
    await page.getByRole('navigation').waitFor();
    await page.keyboard.press('Control+2');
    const rows = page.getByRole('option');
    const list = page.getByRole('listbox', { name: 'Activities' });
    for (let loaded = PAGE; loaded <= TOTAL; loaded += PAGE) {
      await page.locator(`[role="option"][aria-setsize="${loaded}"]`).first().waitFor();
      expect(await rows.count()).toBeLessThan(60);
      await list.press('End');
      await page.getByText(`Request ${loaded - 1}`, { exact: true }).waitFor();
    }
    await page.getByText('50,000 shown').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(faults).toEqual([]);
    await page.context().close();
    // Fifteen seconds on a quiet machine.
  }, 180_000);
});
