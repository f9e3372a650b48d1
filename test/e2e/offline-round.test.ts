// Two windows, one of them offline: the whole round by file with pointer and keyboard, a folder approved at once, and the
// pictures of docs/guide/offline.md.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { readOfflineFile, writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { keyOf, paidByTable, table, us } from '../chains/solana/lookups.ts';
import { addressOf, unsignedTransfer } from '../fixtures/batch-files.ts';
import { addMember } from '../fixtures/team.ts';
import { approve } from '../tour/steps.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchPair, saveInto } from './offline-pair.ts';
import { fill } from './run-operation.ts';

describeHosts(['electron'], 'two consoles, one of them offline', (host) => {
  it('takes requests round by file, one by one and a folder at once', async () => {
    const pair = await launchPair(host);
    const { service, online, offline, newest, open, goToOffline } = pair;
    try {
      const publicKey = await pair.enroll(offline, 'vault-key', service.ready.rootUserId);
      await pair.enroll(online, 'carrier', (await addMember(service, 'Carrier')).userId);
      await callBridge(online.page, 'app.recheck');
      const { address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
      await pair.confirmClock('offline-clock');

      // Online: made.
      await goToOffline(online.page);
      await online.page.getByRole('textbox', { name: /^Public key of the credential/ }).fill(publicKey);
      await online.page.getByRole('button', { name: 'Fill in' }).click();
      const form = online.page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Two people');
      await form.getByRole('button', { name: /Effect$/ }).click();
      await online.page.getByRole('option', { name: /allow/i }).click();
      await form.getByRole('textbox', { name: /^Consensus/ }).fill('approvers.count() >= 2');
      await form.getByRole('textbox', { name: /^Condition/ }).fill('true');
      await form.getByRole('textbox', { name: /^Notes/ }).fill('Every request takes two approvals.');
      // What the policy comes to is said a moment after the last letter, and moves the button.
      await form.getByText(/^Its condition holds for every request/).waitFor();
      await keepPicture(host, online.page, 'offline-make');
      await form.getByRole('button', { name: 'Make request file' }).click();
      await online.page.getByText('Its credential is on another computer').waitFor();
      await online.page.getByRole('button', { name: 'Save as file…' }).click();
      await online.page.getByText(/^Saved to/).waitFor();
      await keepPicture(host, online.page, 'offline-request');

      // Offline: opened, approved, stamped.
      await open(offline, await newest('request'));
      await offline.page.getByRole('button', { name: /^Review and approve/ }).waitFor();
      await offline.page.getByText('until this request lapses').waitFor();
      await keepPicture(host, offline.page, 'offline-review');
      await offline.page.keyboard.press('Enter');
      await approve(pair.stageOf(offline, 'offline-approval'), '');
      await offline.page.getByText('Approved on this computer').waitFor();
      await offline.page.getByRole('button', { name: 'Save as file…' }).click();
      await offline.page.getByText(/^Saved to/).waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await offline.page.emulateMedia({ colorScheme });
        await keepPicture(host, offline.page, `offline-return-${colorScheme}`);
      }

      // Online: sent.
      await open(online, await newest('stamp'));
      await online.page.getByText('Its stamp is here').waitFor();
      service.now = Date.now();
      await online.page.getByRole('button', { name: 'Send request' }).click();
      await online.page.getByText('The service answered').waitFor();
      await online.page.getByRole('button', { name: 'Save as file…' }).click();
      await online.page.getByText(/^Saved to/).waitFor();
      await keepPicture(host, online.page, 'offline-sent');

      // Offline: opened, checked, recorded.
      await open(offline, await newest('answer'));
      await offline.page.getByText('Done, and recorded in the journal').waitFor();
      await keepPicture(host, offline.page, 'offline-answer');
      await offline.page.getByRole('button', { name: 'Close answer' }).click();

      // Online: a preview of the console becomes a file of the very same bytes.
      const { page } = online;
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Operations/ })
        .click();
      await page.locator(`[role=option][data-key="${createPolicy.path}"]`).click();
      const card = page.getByRole('region', { name: createPolicy.summary, exact: true });
      await fill(card, formFields(createPolicy.parameters), {
        ...{ policyName: 'Couriers', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
        consensus: 'approvers.count() >= 2',
      });
      // By key: the words of the policy come later, and move the button.
      await card.getByRole('button', { name: /^Preview/ }).press('Enter');
      await card.getByText('Request JSON').click();
      const body = await card.locator('pre').textContent();
      await card.getByRole('button', { name: 'Save as request file…' }).click();
      const asFile = page.getByRole('dialog', { name: 'Save as request file' });
      await asFile.getByRole('textbox', { name: /^Public key of the credential/ }).fill(publicKey);
      await keepPicture(host, page, 'offline-save-as-file');
      await page.keyboard.press('Enter');
      await page.getByText('Its credential is on another computer').waitFor();
      await page.getByRole('button', { name: 'Save as file…' }).click();
      await page.getByText(/^Saved to/).waitFor();
      const made = readOfflineFile('keyops-request', await readFile(await newest('request')));
      expect(fromUtf8(made.body)).toBe(body);

      // A folder of payments, made of previews of the online console, approved at once.
      const folder = join(pair.root, 'payments');
      await mkdir(folder);
      await saveInto(online, folder);
      for (const nonce of [12, 13, 14]) {
        service.now = Date.now();
        const payment = await callBridge(online.page, 'offline.prepare', {
          operation: 'sign_transaction',
          parameters: {
            ...{ signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM' },
            unsignedTransaction: unsignedTransfer({
              nonce,
              to: addressOf(nonce % 2),
              wei: BigInt(nonce) * 10n ** 17n,
            }),
          },
          ...{ publicKey, curve: null },
        });
        if (!payment.ok) throw new Error(`${payment.code}: ${payment.message}`);
        const { id } = payment.value as { id: string };
        await pressSomething(online.page);
        await callBridge(online.page, 'offline.save', { id, kind: 'request' });
      }
      await open(offline, folder);
      const together = offline.page.getByRole('button', { name: 'Approve 3 together' });
      await together.waitFor();
      await keepPicture(host, offline.page, 'offline-folder');
      await together.click();
      await approve(pair.stageOf(offline, 'offline-batch'), '');
      await offline.page.getByText('3 stamps saved beside the requests').waitFor();
      await keepPicture(host, offline.page, 'offline-folder-stamped');
      expect((await readdir(folder)).filter((name) => name.endsWith('.keyops-stamp'))).toHaveLength(3);

      // A transaction whose recipient stands in a lookup table, without that table.
      service.now = Date.now();
      const solana = await callBridge(online.page, 'offline.prepare', {
        operation: 'sign_transaction',
        parameters: {
          ...{ signWith: us.toBase58(), type: 'TRANSACTION_TYPE_SOLANA' },
          unsignedTransaction: paidByTable(),
        },
        ...{ publicKey, curve: null },
      });
      if (!solana.ok) throw new Error(`${solana.code}: ${solana.message}`);
      await saveInto(online, join(pair.root, 'stick'));
      await pressSomething(online.page);
      await callBridge(online.page, 'offline.save', { ...(solana.value as { id: string }), kind: 'request' });
      const without = await newest('request');
      const bare = readOfflineFile('keyops-request', await readFile(without));

      // Added in the window: the preview then names the address.
      const tableFile = join(pair.root, 'table.json');
      await writeFile(
        tableFile,
        JSON.stringify({ lookupTableAddress: table.toBase58(), addresses: [keyOf(7).toBase58()] }),
      );
      await open(offline, without);
      await offline.page.getByText('Addresses missing from 1 table').waitFor();
      await offline.page.getByRole('button', { name: 'Add table from a file…' }).click();
      const adding = offline.page.getByRole('dialog', { name: 'Add a lookup table from a file' });
      await adding.getByRole('textbox', { name: 'Table file' }).fill(tableFile);
      await offline.page.keyboard.press('Enter');
      await approve(pair.stageOf(offline), '');
      await adding.waitFor({ state: 'hidden' });
      await offline.page.getByText('To, as the added file says').first().waitFor();
      await offline.page.getByText(keyOf(7).toBase58()).first().waitFor();
      await offline.page.getByText('From a file added here, not verified').waitFor();
      await offline.page.getByText('Blind signing').first().waitFor();
      await offline.page.getByText('Table 1', { exact: true }).scrollIntoViewIfNeeded();
      await keepPicture(host, offline.page, 'offline-table-added');

      // A lookup table that whoever carried the file put into it: shown, as the file's word.
      const lookupTables = [{ table: table.toBytes(), addresses: keyOf(7).toBytes() }];
      const carried = join(pair.root, 'carried.keyops-request');
      const untrusted = { ...bare.untrusted, records: [], lookupTables };
      await writeFile(carried, writeOfflineFile({ ...bare, version: 2, untrusted }));
      await open(offline, carried);
      await offline.page.getByText('To, as the request file says').first().waitFor();
      await offline.page.getByText('Blind signing').first().waitFor();
      const shots = join(import.meta.dirname, '../../artifacts/screens', host);
      await mkdir(shots, { recursive: true });
      await offline.page.screenshot({ path: join(shots, 'offline-lookup-table.png') });
      await offline.page.getByText('To, as the request file says').first().scrollIntoViewIfNeeded();
      await offline.page.screenshot({ path: join(shots, 'offline-lookup-table-fact.png') });
      expect([...offline.problems, ...online.problems]).toEqual([]);
    } finally {
      await pair.close();
    }
  });
});
