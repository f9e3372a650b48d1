// The settings while the card of the lock isn't known yet, and grows: what stands below it must not move from under a press.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the settings${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('show what stands below the lock once that is known, and the card that was searched for', async () => {
    const fake = new FakeConsole();
    let know: (settings: unknown) => void = () => undefined;
    const answer = new Promise((resolve) => (know = resolve));
    fake.overrides.set('lock.state', () => answer);
    const { page, faults } = await bench.open(fake);
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: 'Search' }).fill('sandbox data folder');
    await page.getByRole('option', { name: /^This computer/ }).click();
    await page.getByRole('region', { name: 'Lock', exact: true }).waitFor();
    const below = page.getByRole('region', { name: 'This computer' });
    expect(await below.count()).toBe(0);
    know({ idleMinutes: 5, offered: ['passphrase'], fault: null });
    await expect.poll(async () => (await below.boundingBox())?.y ?? 0).toBeLessThan(150);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('show it, too, where what holds of the lock can’t be read', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('lock.state', () => Promise.reject(new Error('The keychain doesn’t answer.')));
    const { page } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('region', { name: 'Profiles' }).waitFor();
    await page.close();
  });
});
