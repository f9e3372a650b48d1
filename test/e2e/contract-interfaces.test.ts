// A call that the console does not know: blind, then named by an ABI and by a descriptor that the operator brings, then blind again; and a token named by a list.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interface } from 'ethers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { STAKE, stakeArguments, vault } from '../chains/ethereum/erc7730/written.ts';
import { encode, OTHER, STRANGE, unsigned } from '../chains/ethereum/unsigned.ts';
import { axeFaults } from '../renderer/axe.ts';
import { type Stage, approve, createCredential, createPrivateKey } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';

const ABI = new Interface(['function unstake(uint256 amount, address to)']).formatJson();
const UNSTAKE = unsigned({ to: STRANGE, data: encode('unstake(uint256,address)', 1_500_000n, OTHER) });
const TOKEN = '0x1111111111166b7FE7bd91427724B487980aFc69';
const TOKENS = {
  name: 'Treasury tokens',
  timestamp: '2026-10-01T00:00:00.000Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [{ chainId: 1, address: TOKEN, symbol: 'VLT', name: 'Vault share', decimals: 6 }],
};
const PAYING = unsigned({ to: TOKEN, data: encode('transfer(address,uint256)', OTHER, 1_500_000n) });
const STAKING = unsigned({ to: STRANGE, data: encode(STAKE, ...stakeArguments()) });

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
const preview = (page: Page): Locator => page.getByRole('region', { name: 'What you will sign' });

/** In the middle of the screen, wherever it was scrolled before: a picture of it is the same each time. */
const inSight = (part: Locator): Promise<void> =>
  part.evaluate((element) => element.scrollIntoView({ block: 'center' }));

/** Waits until the preview says something and is ready to be approved, and that it is blind whatever names it has. */
async function reads(page: Page, words: string): Promise<void> {
  await preview(page).getByText(words).first().waitFor();
  await preview(page)
    .getByText(/Preview expires/)
    .waitFor();
  expect(await preview(page).getByRole('list', { name: 'Warnings' }).textContent()).toContain(
    'Blind signing',
  );
}

async function importAbi(stage: Stage, file: string): Promise<void> {
  const { page } = stage;
  await page.getByRole('button', { name: 'Import an ABI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an ABI' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Staking vault');
  await dialog.getByRole('textbox', { name: 'ABI file' }).fill(file);
  const address = dialog.getByRole('textbox', { name: 'Contract address' });
  const submit = dialog.getByRole('button', { name: /^Import ABI/ });
  // One letter in the other case: the checksum is that of another address.
  await address.fill(STRANGE.replace('EEB', 'eEB'));
  await submit.click();
  // The path was typed: the approval surface names it, once.
  await approve(stage, 'file');
  await dialog.getByRole('alert').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await address.fill(STRANGE);
  await submit.click();
  await page.getByRole('list', { name: 'Imported ABIs' }).getByText('Staking vault').waitFor();
  // The toast takes room, and goes by itself.
  await page.getByText('ABI of Staking vault imported').waitFor();
  await page.getByText('ABI of Staking vault imported').waitFor({ state: 'detached' });
}

async function readFolder(stage: Stage, folder: string): Promise<void> {
  const { page } = stage;
  await page.getByRole('button', { name: 'Choose folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read descriptors from a folder' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await dialog.getByRole('button', { name: /^Read folder/ }).click();
  await approve(stage, 'folder');
  await page.getByText('broken.json is not used').waitFor();
  expect(await axeFaults(page)).toEqual([]);
}

describeIn('electron', 'interfaces of contracts', (host) => {
  it('name the calls of a contract on the signing screen and the approval surface, until they are removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyops-interfaces-'));
    await writeFile(join(folder, 'vault.abi'), ABI);
    await writeFile(join(folder, 'vault.json'), JSON.stringify(vault()));
    await writeFile(join(folder, 'ours.tokenlist.json'), JSON.stringify(TOKENS));
    await writeFile(join(folder, 'broken.json'), JSON.stringify(vault([{ path: 'nowhere', label: 'x' }])));
    const launched = await launchConsole({ host });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const bytes = page.getByRole('textbox', { name: /^Unsigned transaction/ });
    try {
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      await page.getByRole('button', { name: 'Sign with Treasury hot' }).click();
      await bytes.fill(UNSTAKE);
      await reads(page, 'could not be read');
      await keepPicture(host, page, 'interfaces-blind');

      await goTo(page, 'Settings');
      await importAbi(stage, join(folder, 'vault.abi'));
      await inSight(page.getByRole('list', { name: 'Imported ABIs' }));
      await keepPicture(host, page, 'interfaces-settings');
      await goTo(page, 'Sign');
      // What was typed before is read again.
      await reads(page, 'by an ABI that you imported on');
      await keepPicture(host, page, 'interfaces-abi');
      await page.getByRole('button', { name: /^Review and approve/ }).click();
      const surface = await launched.waitForApproval();
      await surface.getByText('by an ABI that you imported on').first().waitFor();
      // Names that nobody checked take no warning away: it is still approved as blind.
      await surface.getByRole('checkbox').check();
      await approve(stage, 'unstake');
      await page.getByText('Signed by the key').waitFor();

      await goTo(page, 'Settings');
      await readFolder(stage, folder);
      await inSight(page.getByRole('region', { name: 'Descriptors and token lists' }));
      await keepPicture(host, page, 'interfaces-folder');
      await goTo(page, 'Sign');
      await page.getByRole('button', { name: 'Sign another transaction' }).click();
      await bytes.fill(STAKING);
      await reads(page, 'Stake with the vault');
      await keepPicture(host, page, 'interfaces-descriptor');
      await bytes.fill(PAYING);
      const note = '1.50 “VLT” by your token list “Treasury tokens” of 2026-10-01';
      await preview(page).getByText(note).first().waitFor();
      await preview(page).getByText('Unknown token').first().waitFor();
      await bytes.fill(STAKING);
      await reads(page, 'Stake with the vault');

      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Remove folder' }).click();
      await page.getByText('broken.json is not used').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Remove ABI of Staking vault' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove ABI' }).click();
      await page.getByRole('list', { name: 'Imported ABIs' }).waitFor({ state: 'detached' });
      await goTo(page, 'Sign');
      await reads(page, 'could not be read');
      await bytes.fill(UNSTAKE);
      await reads(page, 'could not be read');
      expect(await preview(page).textContent()).not.toContain('imported');
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      await rm(folder, { recursive: true });
    }
  });
});
