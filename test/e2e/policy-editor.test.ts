// Writing a policy in the window: what the language knows is offered where the caret stands, and what is wrong is marked at once.
import { Transaction } from 'ethers';
import { expect, it } from 'vitest';
import { resultOf } from '../fixtures/local-service.ts';
import { addPolicy } from '../fixtures/team.ts';
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

  it('is tried on what was asked for, and what it would have decided otherwise is listed', async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    try {
      const mia = await world.member();
      await addPolicy(world.service, { consensus: `approvers.any(user, user.id == '${mia.userId}')` });
      const { address } = await world.key();
      const unsignedTransaction = Transaction.from({
        ...{ type: 2, chainId: 1, nonce: 1, to: `0x${'ab'.repeat(20)}`, value: 25n * 10n ** 17n },
        ...{ gasLimit: 21_000n, maxFeePerGas: 9n },
      }).unsignedSerialized.slice(2);
      const payment = { signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction };
      resultOf(await world.service.submit('sign_transaction', payment, mia.signer));
      await page.getByRole('navigation').getByText('Organization', { exact: true }).click();
      await page.getByRole('radio', { name: 'Policies', exact: true }).click();
      world.service.now = Date.now();
      await page.getByRole('button', { name: 'Create a policy' }).first().click();
      const dialog = page.getByRole('dialog');
      const trial = dialog.getByRole('region', { name: 'Dry run' });
      // What is missing is said at the field, and nothing is tried.
      await trial.getByRole('button', { name: 'Dry run' }).click();
      await dialog.getByRole('textbox', { name: /^Name|^Policy name/ }).fill('No large payments');
      await dialog.getByRole('button', { name: /Effect/ }).click();
      await page.getByRole('option', { name: 'Deny' }).click();
      const condition = dialog.getByRole('textbox', { name: /^Condition/ });
      await condition.fill('eth.tx.value > 1000000000000000000');
      await trial.getByRole('button', { name: 'Dry run' }).click();
      await trial.getByText(/^1 of \d+ decided differently · \d+ unchanged$/).waitFor();
      const row = trial.getByRole('row').filter({ hasText: 'Send 2.5 ETH' });
      expect(await row.textContent()).toMatch(/Allowed.*Denied$/);
      await row.scrollIntoViewIfNeeded();
      await keepPicture(host, page, 'policy-dry-run');
      expect(await axeFaults(page)).toEqual([]);
      // What was tried is no longer what is written.
      await condition.fill('eth.tx.value > 3000000000000000000');
      await row.waitFor({ state: 'detached' });
      await trial.getByRole('button', { name: 'Dry run' }).click();
      await trial.getByText(/^0 of \d+ decided differently/).waitFor();
      const { json } = await world.service.query('list_policies', {});
      expect((json as { policies?: unknown[] }).policies).toHaveLength(1);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
