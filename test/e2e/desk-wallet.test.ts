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
      await page.getByRole('navigation').getByText('Wallets and secrets', { exact: true }).click();
      const create = page.getByRole('button', { name: 'Create a wallet' }).first();
      await create.waitFor();
      world.service.now = Date.now();
      const inWindow = await countPresses(page);
      await create.click();
      const dialog = page.getByRole('dialog', { name: 'Create a wallet' });
      await dialog.getByText("m/44'/60'/0'/0/0").waitFor();
      // The first field has the focus.
      await page.keyboard.type('Payroll');
      await page.keyboard.press('Enter');
      const surface = await launched.waitForApproval();
      const inApproval = await countPresses(surface);
      await surface.getByText('Payroll').first().waitFor();
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
