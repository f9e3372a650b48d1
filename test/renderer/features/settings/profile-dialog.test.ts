import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#test/renderer/axe.ts';
import { FakeConsole } from '#test/renderer/fake-console.ts';
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
});
