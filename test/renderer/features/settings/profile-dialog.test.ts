import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#test/renderer/axe.ts';
import { FakeConsole, FakeRefusal } from '#test/renderer/fake-console.ts';
import { connectionChecks } from '#test/renderer/fake-data.ts';
import { WindowBench, browserPath } from '#test/renderer/open-window.ts';

describe.skipIf(browserPath === undefined)('the dialog of a profile', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('edits a profile, with its connection tested before it is saved', async () => {
    const fake = new FakeConsole();
    const { page, faults } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Production' });
    await dialog.getByRole('radio', { name: 'By address' }).click();
    await dialog.getByRole('textbox', { name: 'Proxy address' }).fill('http://proxy.example:8080');
    await dialog.getByRole('textbox', { name: 'Proxy user name' }).fill('op');
    await dialog.getByLabel('Proxy password').fill('hunter2');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByRole('list', { name: 'Connection test' }).waitFor();
    expect(await dialog.getByText('Not checked', { exact: true }).count()).toBe(4);
    expect(await axeFaults(page)).toEqual([]);
    // What was found was found for something else.
    await dialog.getByRole('radio', { name: 'None', exact: true }).click();
    expect(await dialog.getByRole('list', { name: 'Connection test' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'By address' }).click();
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await dialog.waitFor({ state: 'detached' });
    const saved = fake.calls.find(({ name }) => name === 'profiles.edit');
    expect(saved?.input).toMatchObject({
      id: 'production',
      proxy: {
        kind: 'manual',
        address: 'http://proxy.example:8080',
        login: { username: 'op', password: 'hunter2' },
      },
      certificates: { kind: 'bundled' },
      keys: { kind: 'vendor' },
    });
    expect(faults).toEqual([]);
  });

  test('attack: what a test finds of one address doesn’t stand beside another, and hides no refusal to save', async () => {
    const fake = new FakeConsole();
    const give: (() => void)[] = [];
    fake.overrides.set(
      'profiles.test',
      () => new Promise((resolve) => give.push(() => resolve({ checks: connectionChecks }))),
    );
    const { page } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Production' });
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect.poll(() => give.length).toBe(1);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://other.example.com');
    await expect.poll(() => fake.calls.some(({ name }) => name === 'profiles.cancelTest')).toBe(true);
    give[0]?.();
    await dialog.getByRole('button', { name: 'Test connection' }).waitFor();
    expect(await dialog.getByRole('list', { name: 'Connection test' }).count()).toBe(0);
    const refusal = (message: string): Promise<never> =>
      Promise.reject(new FakeRefusal('NO', message, 'Change it.'));
    fake.overrides.set('profiles.test', () => refusal('The test was refused.'));
    fake.overrides.set('profiles.edit', () => refusal('The save was refused.'));
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await dialog.getByText('The test was refused.').waitFor();
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await dialog.getByText('The save was refused.').waitFor();
    expect(await dialog.getByText('The test was refused.').count()).toBe(0);
    await page.context().close();
  });
});
