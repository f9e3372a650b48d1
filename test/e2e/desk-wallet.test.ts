// A wallet with its first account, in as many clicks and keys as an operator counts, the approval's among them: the name is typed.
import { expect, it } from 'vitest';
import { confirm } from '../tour/decide.ts';
import { countPresses } from './count-presses.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchOnWorld } from './launch-on-world.ts';

const MOST = 3;

describeHosts(['electron', 'chromium'], 'a new wallet', (host) => {
  it(`takes ${MOST} clicks and keys, the approval’s among them`, async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    try {
      // From the screen that the console opens on.
      await page.getByRole('heading', { name: 'Sign a transaction', level: 1 }).waitFor();
      world.service.now = Date.now();
      const inWindow = await countPresses(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await page.keyboard.type('create wallet Payroll');
      const row = page.getByRole('option', { name: 'Create wallet “Payroll”' });
      await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Create a wallet' });
      const surface = await launched.waitForApproval();
      const inApproval = await countPresses(surface);
      await surface.getByText('Payroll').first().waitFor();
      await surface.getByText("m/44'/60'/0'/0/0").first().waitFor();
      await confirm(surface);
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Payroll').first().waitFor();
      expect(inWindow.count + inApproval.count).toBe(MOST);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
