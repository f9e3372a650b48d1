// What a press on a notification of the desktop does in the window.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeConsole } from './fake-console.ts';
import { activityRows, detailOf } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`a notification that is pressed${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('opens its request, whatever screen is shown', async () => {
    const row = activityRows[1];
    if (row === undefined) throw new Error('There is no activity.');
    const fake = new FakeConsole();
    const asked: string[] = [];
    fake.overrides.set('activities.get', (input) => {
      const { id } = input as { id: string };
      asked.push(id);
      return Promise.resolve(detailOf(row));
    });
    const { page, faults } = await bench.open(fake);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Keys' }).click();
    fake.tell('activities.opened', { activityId: row.id });
    await page.getByRole('listbox', { name: 'Activities' }).waitFor();
    await page.locator('[role=option][aria-selected=true], [role=option][aria-current=true]').waitFor();
    await expect.poll(() => asked).toContain(row.id);
    expect(
      await page.getByRole('listbox', { name: 'Activities' }).getByText(row.title).count(),
    ).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});
