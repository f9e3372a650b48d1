// Bringing a private key and a wallet in through the real window: addresses first, then two approvals, nothing left behind.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeAddress, HDNodeWallet, Mnemonic } from 'ethers';
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { approve, createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';
import { lockByKey } from './lock-by-key.ts';
import { keepPicture } from './guide-pictures.ts';
import { findInFiles, findLeaks } from './leak-search.ts';

describeIn('electron', 'importing a key and a wallet', (host) => {
  it('shows the addresses first, imports under two approvals, and leaves what was secret nowhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyops-wallet-'));
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-import-'));
    const launched = await launchConsole({ host, dataFolder });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const key = randomBytes(32).toString('hex');
    const words = Mnemonic.fromEntropy(randomBytes(16)).phrase;
    const address = computeAddress(`0x${key}`);
    const shown = (text: string) => page.getByRole('main').getByText(text, { exact: true });
    try {
      await createCredential(stage, 'ops-laptop');
      await page.getByRole('button', { name: /^Private keys/ }).click();
      await page.getByRole('button', { name: 'Import a private key' }).click();
      await page.getByLabel('Private key', { exact: true }).fill(key);
      await page.keyboard.press('Enter');
      await shown(address).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(await findLeaks(launched, [key])).toEqual([]);
      await page
        .locator('label')
        .filter({ hasText: /^Tron$/ })
        .click();
      await page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Treasury cold');
      await keepPicture(host, page, 'import-key-addresses');
      await page.getByRole('button', { name: 'Import private key' }).click();
      await approve(stage, 'target');
      const surface = await launched.waitForApproval();
      await surface.getByText(address, { exact: true }).waitFor();
      await keepPicture(host, surface, 'import-key-approval');
      await approve(stage, 'key');
      await page.getByText('Imported', { exact: true }).waitFor();
      await keepPicture(host, page, 'import-key-done');
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('radio', { name: 'Wallet' }).click();
      await page.getByRole('radio', { name: 'From a file' }).click();
      const path = join(folder, 'words.txt');
      await writeFile(path, words.replace(/^\S+/, 'sausages'));
      await page.getByRole('textbox', { name: 'File', exact: true }).fill(path);
      await page.keyboard.press('Enter');
      await approve({ ...launched, onScene: () => Promise.resolve() }, '');
      await page.getByText('Word 1 of the mnemonic is not in the list.').waitFor();
      await writeFile(path, `${words}\n`);
      await page.getByRole('button', { name: /^Show addresses/ }).click();
      const wallet = Mnemonic.fromPhrase(words);
      await shown(HDNodeWallet.fromMnemonic(wallet, "m/44'/60'/0'/0/0").address).waitFor();
      await page.getByRole('button', { name: 'Add account', exact: true }).click();
      await page.getByRole('textbox', { name: 'Derivation path' }).fill("m/44'/60'/0'/0/7");
      await page.getByRole('button', { name: /^Add/ }).last().click();
      const seventh = HDNodeWallet.fromMnemonic(wallet, "m/44'/60'/0'/0/7").address;
      await shown(seventh).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Paper wallet');
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'import-wallet-addresses');
      await page.getByRole('button', { name: 'Import wallet' }).click();
      await approve(stage, 'target');
      await approve(stage, 'wallet');
      await page.getByText(/Delete .*words\.txt/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Wallets/ })
        .click();
      await page.getByText(seventh, { exact: true }).waitFor();

      // Locked with a key in memory, and left for another screen: both times it is gone.
      await page.getByRole('main').getByRole('button', { name: 'Import a wallet', exact: true }).click();
      await page.getByRole('radio', { name: 'Private key' }).click();
      const read = async (): Promise<void> => {
        await page.getByLabel('Private key', { exact: true }).fill(key);
        await page.keyboard.press('Enter');
        await page.getByText('The service already holds this key').waitFor();
      };
      await read();
      await lockByKey(page);
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await page.getByRole('radio', { name: 'Private key' }).click();
      await read();
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+3');
      await page.getByRole('button', { name: 'Export Treasury cold' }).click();
      await page
        .getByRole('main')
        .getByRole('button', { name: /Treasury cold/ })
        .waitFor();
      expect(await findLeaks(launched, [key, words])).toEqual([]);

      // Closed with a key in memory: nothing of it stays on the disk.
      await page.keyboard.press('Control+3');
      await page.getByRole('main').getByRole('button', { name: 'Import a private key', exact: true }).click();
      await read();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
    expect(await findInFiles(dataFolder, [key, words])).toEqual([]);
    for (const used of [dataFolder, folder]) await rm(used, { recursive: true });
  });
});
