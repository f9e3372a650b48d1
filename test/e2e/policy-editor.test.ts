// Writing a policy in the window: what the language knows is offered where the caret stands, and what is wrong is marked at once.
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { approve } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchOnWorld } from './launch-on-world.ts';

describeHosts(['electron', 'chromium'], 'a policy', (host) => {
  it('is written with completions alone, its faults marked as they are typed, and kept by the service', async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    const faults: string[] = [];
    try {
      await page.getByRole('navigation').getByText('Organization', { exact: true }).click();
      await page.getByRole('radio', { name: 'Policies', exact: true }).click();
      world.service.now = Date.now();
      await page.getByRole('button', { name: 'Create a policy' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Name|^Policy name/ }).fill('Small payments');
      await dialog.getByRole('button', { name: /Effect/ }).click();
      await page.getByRole('option', { name: 'Allow' }).click();
      const condition = dialog.getByRole('textbox', { name: /^Condition/ });
      await dialog.getByRole('button', { name: /Start from a template/ }).click();
      await page.getByRole('option', { name: 'Bitcoin to known outputs' }).click();
      await expect.poll(() => condition.inputValue()).toContain('bitcoin.tx.outputs.all(item, ');
      await dialog.getByRole('textbox', { name: /^Name/ }).fill('Small payments');
      await condition.fill('');
      const said = dialog.getByText(/^(Line \d+, c|C)haracter \d+: /);
      await condition.click();
      await page.keyboard.type("activity.kind == 'SIGN_TRANSACTION' &&\neth.tx.max_f");
      await said.waitFor();
      expect(await said.textContent()).toBe('Line 2, character 8: eth.tx has no field “max_f”.');
      const options = page.getByRole('option');
      expect(await options.allTextContents()).toEqual([
        expect.stringMatching(/^max_fee_per_gas/),
        expect.stringMatching(/^max_fee_per_blob_gas/),
      ]);
      // The list hangs below the line that is written.
      const line = page.getByText('max_f', { exact: true }).first();
      const box = await line.boundingBox();
      const list = await page.getByRole('listbox', { name: 'What can stand here' }).boundingBox();
      expect(list?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1);
      await keepPicture(host, page, 'policy-completions');
      faults.push(...(await axeFaults(page)));
      // Escape closes the list and leaves the dialog, and Ctrl Space shows it again.
      await page.keyboard.press('Escape');
      await options.first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      expect(await condition.inputValue()).toMatch(/\neth\.tx\.max_fee_per_blob_gas$/);
      // What an insertion took can be had back.
      await page.keyboard.press('Control+z');
      expect(await condition.inputValue()).toMatch(/\neth\.tx\.max_f$/);
      await page.keyboard.press('End');
      await page.keyboard.type('ee_per_g');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' <= 50000000000');
      await said.waitFor({ state: 'detached' });

      await dialog.getByRole('textbox', { name: /^Consensus/ }).click();
      await page.keyboard.type('approvers.co');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      // By the pointer, too.
      await page.getByRole('option', { name: /^count/ }).click();
      await page.keyboard.type(' >= 1');
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: /^Preview/ }).click();
      await dialog.getByRole('button', { name: /^Review and approve/ }).click();
      await approve({ ...launched, onScene: () => Promise.resolve() }, '');
      await dialog.getByRole('button', { name: 'Close' }).click();
      const { json } = await world.service.query('list_policies', {});
      expect(JSON.stringify(json)).toContain(
        JSON.stringify("activity.kind == 'SIGN_TRANSACTION' &&\neth.tx.max_fee_per_gas <= 50000000000"),
      );
      expect(JSON.stringify(json)).toContain('approvers.count() >= 1');
      expect(faults).toEqual([]);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
