import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { importedAbi } from '../../fake-data.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`interfaces of contracts in the settings${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('an ABI is imported by its contract and file, what is wrong with it is said, and it is removed', async () => {
    const fake = new FakeConsole();
    let abis = [importedAbi];
    fake.overrides.set('interfaces.list', () => Promise.resolve(abis));
    fake.overrides.set('interfaces.importAbi', (input) => {
      const { file, ...contract } = input as { file: string; name: string; chainId: string; address: string };
      if (file === '/broken.json')
        throw new FakeRefusal('ABI_INVALID', 'The ABI is not valid.', 'Take another.');
      abis = [...abis, { ...importedAbi, ...contract }];
      return Promise.resolve(abis.at(-1));
    });
    const { page, faults } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const card = page.getByRole('region', { name: 'Contract interfaces' });
    await card.getByText('Swap desk').waitFor();
    await card.getByRole('button', { name: 'Import an ABI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import an ABI' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Vault');
    await dialog.getByRole('textbox', { name: 'Contract address' }).fill(`0x${'35'.repeat(20)}`);
    await dialog.getByRole('textbox', { name: 'ABI file' }).fill('/broken.json');
    await dialog.getByRole('button', { name: 'Import ABI' }).click();
    await dialog.getByText('The ABI is not valid.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'ABI file' }).fill('/vault.json');
    await dialog.getByRole('button', { name: 'Import ABI' }).click();
    await card.getByText('Vault', { exact: true }).waitFor();

    fake.overrides.set('interfaces.removeAbi', () => {
      abis = abis.slice(1);
      return Promise.resolve(undefined);
    });
    await card.getByRole('button', { name: 'Remove ABI of Swap desk' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove ABI' }).click();
    await card.getByText('Swap desk').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('a folder of descriptors is chosen, and each file that is not used is said with its reason', async () => {
    const fake = new FakeConsole();
    const { page, faults } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const card = page.getByRole('region', { name: 'Descriptors and token lists' });
    await card.getByText('vault.json is not used').waitFor();
    const shown = await card.textContent();
    expect(shown).toContain('references a missing field, value');
    expect(shown).toContain('Treasury tokens: 1,190 tokens');
    expect(shown).toMatch(/treasury\.tokenlist\.json, from 1 Oct 2026, \d+ days old; 10 not used/);
    expect(await axeFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Choose another folder' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Folder' }).fill('/descriptors');
    await page.getByRole('dialog').getByRole('button', { name: 'Read folder' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(fake.calls).toContainEqual({
      name: 'interfaces.useDescriptorFolder',
      input: { file: '/descriptors' },
    });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
