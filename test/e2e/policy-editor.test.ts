// Writing a policy in the window: what the language knows is offered where the caret stands, and what is wrong is marked at once.
import { Transaction } from 'ethers';
import { expect, it } from 'vitest';
import { resultOf } from '../fixtures/local-service.ts';
import { addMember, addPolicy } from '../fixtures/team.ts';
import { axeFaults } from '../renderer/axe.ts';
import { approve } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchOnWorld } from './launch-on-world.ts';

const person = (index: number) => ({
  ...{ apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] },
  userName: `Night desk ${index}`,
  userEmail: `night-${index}@acme.example`,
});

describeIn('electron', 'a policy', (host) => {
  it('is written with completions alone, its faults marked as they are typed, and kept by the service', async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    const faults: string[] = [];
    try {
      const made = await world.done('create_private_keys', {
        privateKeys: [
          {
            ...{ privateKeyName: 'Treasury hot', curve: 'CURVE_SECP256K1', privateKeyTags: [] },
            addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
          },
        ],
      });
      const [key] = (made as { privateKeys: { privateKeyId: string }[] }).privateKeys;
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
      const faultWords = dialog.getByText(/^(Line \d+, c|C)haracter \d+: /);
      const said = faultWords.first();
      await condition.click();
      await page.keyboard.type('eth.tx.value <= 500000000000000000');
      const free = dialog.getByText(
        'Keys and wallets, recipients, contract calls, networks, gas, fees, totals',
      );
      await free.waitFor();
      // Otherwise an amount without its last digits may be the last version without errors.
      await dialog.getByText(/^Up to 0\.5 /).waitFor();
      await page.keyboard.type(' &&\neth.tx.max_f');
      await said.waitFor();
      await dialog.getByText('From the last version without errors.').waitFor();
      expect(await said.textContent()).toBe('Line 2, character 8: eth.tx has no field “max_f”.');
      // The list may cover the field's own words; it says them, too.
      expect(await faultWords.count()).toBe(2);
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

      // Values by their names: what the API has, and what the organization has.
      await page.keyboard.type(" &&\nactivity.kind == 'sign a tr");
      await page.getByRole('option', { name: /SIGN_TRANSACTION.*Sign a transaction/ }).waitFor();
      await page.keyboard.press('Enter');
      expect(await condition.inputValue()).toMatch(/\nactivity\.kind == 'SIGN_TRANSACTION'$/);
      await page.keyboard.type(' && eth.tx.chain_id == ');
      await page.keyboard.press('Control+Space');
      await page.getByRole('option', { name: /^1\s*Ethereum mainnet/ }).waitFor();
      await keepPicture(host, page, 'policy-values');
      faults.push(...(await axeFaults(page)));
      await page.keyboard.press('Tab');
      await page.keyboard.type(" && private_key.id == 'hot");
      const found = page.getByRole('option', { name: /Treasury hot/ });
      await found.waitFor();
      // However far the line goes, the ID and its name are whole.
      const [shown, form] = [await found.boundingBox(), await condition.boundingBox()];
      expect((shown?.x ?? 0) + (shown?.width ?? 9_999)).toBeLessThanOrEqual(
        (form?.x ?? 0) + (form?.width ?? 0),
      );
      await page.keyboard.press('Tab');
      expect(await condition.inputValue()).toContain(
        `eth.tx.chain_id == 1 && private_key.id == '${key?.privateKeyId}'`,
      );
      await condition.fill("activity.kind == 'SIGN_TRANSACTION' &&\neth.tx.max_fee_per_gas <= 50000000000");

      await dialog.getByRole('textbox', { name: /^Consensus/ }).click();
      await page.keyboard.type('approvers.any(user, user.id == root');
      await page.getByRole('option', { name: /Root user/ }).waitFor();
      await page.keyboard.press('Tab');
      expect(await dialog.getByRole('textbox', { name: /^Consensus/ }).inputValue()).toBe(
        `approvers.any(user, user.id == '${world.rootUserId}'`,
      );
      await page.keyboard.press('Control+a');
      await page.keyboard.type('approvers.co');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      // By the pointer, too.
      await page.getByRole('option', { name: /^count/ }).click();
      await page.keyboard.type(' >= 1');
      await page.keyboard.press('Tab');
      // The words of the policy come a moment after the last letter, and move what is below them.
      await dialog.getByRole('button', { name: /^Preview/ }).press('Enter');
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
      // Whose approvals it needs stands beside it.
      const votes = dialog.getByRole('region', { name: 'Approvals needed to save it' });
      await votes.getByText('1 of 1 in the root quorum').waitFor();
      await votes.getByText('Your approval is enough').waitFor();
      // What is missing is said at the field, and nothing is tried.
      await trial.getByRole('button', { name: 'Dry run' }).click();
      await dialog.getByRole('textbox', { name: /^Name|^Policy name/ }).fill('No large payments');
      await dialog.getByRole('button', { name: /Effect/ }).click();
      await page.getByRole('option', { name: 'Deny' }).click();
      const condition = dialog.getByRole('textbox', { name: /^Condition/ });
      // What it comes to is said while it is typed.
      const words = dialog.getByRole('region', { name: /^What this policy (allows|denies)$/ });
      await condition.fill('eth.tx.value <= 1000000000000000000');
      await words.getByText('Sign a transaction (Ethereum), for some values').waitFor();
      await dialog.getByRole('button', { name: /Effect/ }).click();
      await page.getByRole('option', { name: 'Allow' }).click();
      const free = words.getByText(/totals over time/);
      await free.waitFor();
      expect(await free.textContent()).toBe(
        'Keys and wallets, recipients, contract calls, networks, gas, fees, totals over time',
      );
      await condition.fill("eth.tx.value <= 5 && eth.tx.to == '0xab' && eth.tx.data == '0x'");
      await expect
        .poll(() => free.textContent())
        .toBe('Keys and wallets, networks, gas, fees, totals over time');
      // With a fault the words are those of the last version without one.
      await condition.fill("eth.tx.value <= 5 && eth.tx.to == '0xab' && eth.tx.dat");
      await words.getByText('From the last version without errors.').waitFor();
      expect(await free.textContent()).toBe('Keys and wallets, networks, gas, fees, totals over time');
      // Beside the fields, as there is room.
      const [field, beside] = [await condition.boundingBox(), await words.boundingBox()];
      expect(beside?.x ?? 0).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
      await keepPicture(host, page, 'policy-words');
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: /Effect/ }).click();
      await page.getByRole('option', { name: 'Deny' }).click();
      await condition.fill('eth.tx.value > 1000000000000000000');
      await free.waitFor({ state: 'detached' });
      await trial.getByRole('button', { name: 'Dry run' }).click();
      await trial.getByText(/^1 of \d+ decided differently · \d+ unchanged$/).waitFor();
      await words.getByText('Sign a transaction (Ethereum), for some values').waitFor();
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

  it('is told by what it lets people do: who can, what lets them, and who can’t', async () => {
    const on = await launchOnWorld(host);
    const { launched, world } = on;
    const { page } = launched;
    try {
      world.service.now = Date.now();
      const mia = await addMember(world.service, 'Mia');
      await addMember(world.service, 'Noah');
      await addPolicy(world.service, {
        policyName: 'Small payments',
        condition: "activity.kind == 'SIGN_TRANSACTION' && eth.tx.value <= 5",
        consensus: `approvers.any(user, user.id == '${mia.userId}')`,
      });
      await page.getByRole('navigation').getByText('Organization', { exact: true }).click();
      await page.getByRole('radio', { name: 'Permissions', exact: true }).click();
      await page.getByRole('searchbox').fill('transaction ethereum');
      await page.getByRole('row', { name: /Ethereum/ }).click();
      const card = page.getByRole('region', { name: 'Sign a transaction (Ethereum)' });
      const told = card.getByRole('listitem');
      await expect
        .poll(() => told.allTextContents())
        .toEqual([
          'Root userRoot quorumAlone',
          'MiaAllowed by Small paymentsSome alone',
          'NoahAllowed by Small paymentsSome with approvals',
        ]);
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'permissions');

      // The people that it is about are found by typing, once they are more than one reads at a glance.
      await world.done('create_users', { users: Array.from({ length: 12 }, (_, index) => person(index)) });
      await page.getByRole('radio', { name: 'Users', exact: true }).click();
      await page.getByRole('searchbox', { name: 'Find: Users' }).fill('night-7@');
      await page.getByText('1 of 15', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Night desk 7', exact: true }).waitFor();
      expect(await page.getByRole('grid', { name: 'Users' }).getByRole('row').count()).toBe(2);
      await page.getByRole('button', { name: 'Clear search' }).click();
      await page.getByRole('row', { name: 'Noah' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(launched.problems).toEqual([]);
    } finally {
      await on.close();
    }
  });
});
