// A passkey from the window: made in the browser, registered under an approval, and asked there for each stamp.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPasskeyBrowser, passkeyBrowserPath } from '../fixtures/passkey-browser.ts';
import { axeFaults } from '../renderer/axe.ts';
import { approve, createCredential, createPrivateKey } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';
import { standForSystemBrowser } from './system-browser.ts';

const stampsNow = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Active' });

// Only Linux opens the system's browser by a program that a test can stand for.
const canFollow = process.platform === 'linux' && passkeyBrowserPath !== undefined;

describeHosts(['electron', 'chromium'], 'passkeys', (host) => {
  it.skipIf(!canFollow)('are registered in the browser, picked, and asked for each stamp', async () => {
    const system = await standForSystemBrowser();
    const browser = await openPasskeyBrowser();
    const launched = await launchConsole({ host });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    try {
      await createCredential(stage, 'ops-laptop');
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Credentials/ })
        .click();
      await page.getByText('Local service').waitFor();
      await page.getByRole('button', { name: 'Register a passkey' }).click();
      await page.getByRole('textbox', { name: 'Label' }).fill('Security key');
      let opened = system.opened();
      await page.getByRole('button', { name: /^Continue in the browser/ }).click();
      const making = await opened;
      await page.getByText('Continue in your browser').waitFor();
      await keepPicture(host, page, 'passkey-register');
      expect(await axeFaults(page)).toEqual([]);
      await browser.browse(making);
      await approve(stage, 'registration');
      await page.getByRole('listitem').filter({ hasText: 'Security key' }).waitFor();

      await page.getByRole('button', { name: 'Actions for Security key' }).click();
      await page.getByRole('menuitem', { name: 'Use this credential' }).click();
      await stampsNow(page).getByText('Security key').waitFor();
      await keepPicture(host, page, 'passkey-credentials');
      opened = system.opened();
      await Promise.all([
        createPrivateKey(stage, 'Made by passkey'),
        opened.then(async (asking) => {
          const dialog = page.getByRole('dialog');
          await dialog.getByText(/^Continue in your browser\. The page shows the code/).waitFor();
          await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
          await keepPicture(host, page, 'passkey-stamp');
          await browser.browse(asking);
        }),
      ]);
      await page.getByRole('row', { name: /Made by passkey/ }).waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      await browser.close();
      await system.close();
    }
  });
});
