import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows, deskCredential, detailOf } from '../../fake-data.ts';
import { WindowBench, browserPath } from '../../open-window.ts';

const isOf = (input: unknown, id: string): boolean => (input as { id?: string }).id === id;

describe.skipIf(browserPath === undefined)('the activities, as the credential in use sees them', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('are asked for anew for another credential, whose vote may be missing', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('activities.get', (input) => {
      const { id } = input as { id: string };
      const row = activityRows.find((each) => each.id === id);
      if (row === undefined) throw new Error(`The double has no activity ${id}.`);
      const detail = detailOf({ ...row, status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' });
      const isDesk = fake.bootstrap.credentials.some(
        ({ publicKey, current }) => current && publicKey === deskCredential.publicKey,
      );
      return Promise.resolve({ ...detail, activity: { ...detail.activity, canApprove: isDesk } });
    });
    const { page } = await bench.open(fake);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Activities/ })
      .click();
    await page.getByText('Your credential has no vote here.').waitFor();
    const approve = page.getByRole('button', { name: 'Approve…', exact: true });
    expect(await approve.count()).toBe(0);
    // Another row than the one that stands first, so that it isn't chosen by itself.
    const last = activityRows.find(({ title }) => title.includes('payouts'));
    if (last === undefined) throw new Error('The double has no such activity.');
    const asked = (): number =>
      fake.calls.filter(({ name, input }) => name === 'activities.get' && isOf(input, last.id)).length;
    await page.getByText(last.title).first().click();
    await expect.poll(asked).toBe(1);
    const { credentials } = fake.bootstrap;
    await fake.change({
      credentials: credentials.map((each) => ({
        ...each,
        current: each.publicKey === deskCredential.publicKey,
      })),
    });
    await approve.waitFor();
    // It is the one that was chosen, and not the first again; once, although its row went and came back.
    const list = page.getByRole('listbox', { name: 'Activities' });
    await list.getByText(last.title).first().waitFor();
    expect(asked()).toBe(2);
    expect(fake.calls.findLast(({ name }) => name === 'activities.get')?.input).toEqual({ id: last.id });
    await page.context().close();
  });
});
