// A wallet with its first account, in as many clicks and keys as an operator counts: the name is typed, the approval is read.
import { expect, it } from 'vitest';
import { approve } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchOnWorld } from './launch-on-world.ts';

const MOST = 3;

describeHosts(['electron', 'chromium'], 'a new wallet', (host) => {
  it(`takes ${MOST} clicks and keys to its approval, and is there when that is given`, async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    let pressed = 0;
    const press = async (does: Promise<void>): Promise<void> => {
      pressed += 1;
      await does;
    };
    try {
      await page.getByRole('navigation').getByText('Wallets and secrets', { exact: true }).click();
      const create = page.getByRole('button', { name: 'Create a wallet' }).first();
      await create.waitFor();
      world.service.now = Date.now();
      await press(create.click());
      const dialog = page.getByRole('dialog', { name: 'Create a wallet' });
      await dialog.getByText("m/44'/60'/0'/0/0").waitFor();
      // The first field has the focus.
      await page.keyboard.type('Payroll');
      await press(page.keyboard.press('Enter'));
      const review = dialog.getByRole('button', { name: /^Review and approve/ });
      await review.waitFor();
      await press(page.keyboard.press('Enter'));
      await approve({ ...launched, onScene: () => Promise.resolve() }, '');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Payroll').first().waitFor();
      expect(pressed).toBeLessThanOrEqual(MOST);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
