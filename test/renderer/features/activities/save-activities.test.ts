// The list's own buttons: what is asked for is what the filter lets through, and where it went is said.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { WindowBench, browserPath } from '../../open-window.ts';

describe.skipIf(browserPath === undefined)('activities are saved', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('with the filter of the list, and said when there are older ones', async () => {
    const asked: unknown[] = [];
    const fake = new FakeConsole();
    const call = fake.call.bind(fake);
    fake.call = (name, input) => {
      if (name !== 'activities.save') return call(name, input);
      asked.push(input);
      return Promise.resolve({
        ok: true,
        value: { path: '/home/ops/activities.csv', count: 10_000, isWhole: false },
      });
    };
    const { page } = await bench.open(fake);
    await page.getByRole('button', { name: /^Activities/ }).click();
    await page.getByText('Failed', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByText('The newest 10,000 activities were saved; there are older ones').waitFor();
    await page.getByText('/home/ops/activities.csv').waitFor();
    await page.getByRole('button', { name: 'Save as JSON' }).click();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked).toEqual(
      ['csv', 'json'].map((form) => ({
        ...{
          status: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'],
          types: [],
          userId: null,
          waitsForMe: false,
          sinceMs: null,
        },
        form,
      })),
    );
    await page.close();
  });

  it('and are counted when the list shows only some of them', async () => {
    const fake = new FakeConsole();
    const call = fake.call.bind(fake);
    fake.call = async (name, input) => {
      if (name === 'activities.count') return { ok: true, value: { count: 12_345, isWhole: true } };
      const answer = await call(name, input);
      if (name !== 'activities.list' || !answer.ok) return answer;
      return { ok: true, value: { ...(answer.value as object), next: 'older' } };
    };
    const { page } = await bench.open(fake);
    await page.getByRole('button', { name: /^Activities/ }).click();
    await page.getByRole('button', { name: 'Count all' }).click();
    await page.getByText(/^\d+ of 12,345 shown · newest first/).waitFor();
    // Another filter has another number.
    await page.getByText('Failed', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Count all' }).waitFor();
    expect(await page.getByText(/12,345/).count()).toBe(0);
    await page.close();
  });
});
