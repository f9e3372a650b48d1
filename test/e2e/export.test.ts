// Taking a key out in the real window: proof first, shown for a moment, saved, and found nowhere afterwards.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeAddress } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { approve, createCredential, createPrivateKey } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';
import { findInFiles, findLeaks } from './leak-search.ts';
import { lockByKey } from './lock-by-key.ts';

const shown = (page: Page) => page.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ });

describeHosts(['electron', 'chromium'], 'exporting a private key', (host) => {
  it('shows it for a moment, saves it, wipes it, and leaves it in no store, document, log or file', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-export-'));
    const launched = await launchConsole({ host, dataFolder });
    const taken: string[] = [];
    const { page, electron } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const folder = await mkdtemp(join(tmpdir(), 'keyops-saved-'));
    const home = process.env['HOME'];
    // Where the hosts save: a folder of this test, instead of a dialog or the downloads folder.
    process.env['HOME'] = folder;
    await electron?.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
      },
      join(folder, 'saved.txt'),
    );
    const exportKey = async (isFirst = false): Promise<void> => {
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Export/ })
        .click();
      await page
        .getByRole('main')
        .getByRole('button', { name: /Choose one/ })
        .click();
      await page.getByRole('option', { name: /Treasury hot/ }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
      const review = page.getByRole('button', { name: /^Review and approve/ });
      await review.waitFor();
      if (isFirst) await keepPicture(host, page, 'export-preview');
      await review.click();
      await approve(stage, 'export');
      await page.getByText('Export verified').waitFor();
    };
    try {
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      await exportKey(true);
      expect(await axeFaults(page)).toEqual([]);
      expect(await shown(page).count()).toBe(0);
      await keepPicture(host, page, 'export-checked');

      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await shown(page).waitFor();
      const secret = (await shown(page).textContent()) ?? '';
      taken.push(secret);
      const address = await page
        .getByText(/^0x[0-9a-fA-F]{40}$/)
        .first()
        .textContent();
      expect(computeAddress(`0x${secret}`)).toBe(address);
      // It is on the screen now, and in no store all the same.
      expect((await findLeaks(launched, [secret])).filter((leak) => leak.startsWith('store'))).toEqual([]);
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await shown(page).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: /^Save unencrypted/ }).click();
      await page.getByRole('textbox', { name: /^Type/ }).fill('Treasury hot');
      await keepPicture(host, page, 'export-save-plain');
      await page.getByRole('button', { name: 'Save unencrypted', exact: true }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const saved = host === 'electron' ? folder : join(folder, 'Downloads');
      const [name = ''] = await readdir(saved);
      expect(await readFile(join(saved, name), 'utf8')).toBe(secret);

      await page.getByRole('button', { name: 'Done and wipe' }).click();
      await page.getByText('What to export').first().waitFor();
      expect(await findLeaks(launched, [secret])).toEqual([]);

      // Locked in the middle: nothing is left to show afterwards.
      await exportKey();
      await lockByKey(page);
      expect(await findLeaks(launched, [secret])).toEqual([]);
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await page.getByText('What to export').first().waitFor();

      // Closed in the middle, with the key open: nothing of it stays on the disk.
      await exportKey();
      expect(launched.problems).toEqual([]);
    } finally {
      if (home !== undefined) process.env['HOME'] = home;
      await launched.close();
    }
    expect(taken).toHaveLength(1);
    expect(await findInFiles(dataFolder, taken)).toEqual([]);
    for (const used of [dataFolder, folder]) await rm(used, { recursive: true });
  });
});
