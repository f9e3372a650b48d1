// Two windows, one of them offline: the whole round by file with pointer and keyboard, a folder approved at once, and the
// pictures of docs/guide/offline.md.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Credential } from '#preload/contract/credentials.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { readOfflineFile } from '#protocol/offline/offline-files.ts';
import { addressOf, unsignedTransfer } from '../fixtures/batch-files.ts';
import { addProfile } from '../fixtures/add-profile.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { addMember } from '../fixtures/team.ts';
import { type Stage, approve } from '../tour/steps.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';
import { fill } from './run-operation.ts';

const CURVE = 'API_KEY_CURVE_P256';

/** Has the host save into a folder, in place of its dialog. */
const saveInto = async ({ electron }: Launched, folder: string): Promise<void> => {
  await electron?.evaluate(({ dialog }, to) => {
    const showSaveDialog = (_window: unknown, { defaultPath = '' }: { defaultPath?: string }) =>
      Promise.resolve({
        canceled: false,
        filePath: `${to}/${defaultPath.slice(defaultPath.lastIndexOf('/') + 1)}`,
      });
    Object.assign(dialog, { showSaveDialog });
  }, folder);
};

describeHosts(['electron'], 'two consoles, one of them offline', (host) => {
  it('takes requests round by file, one by one and a folder at once', async () => {
    const service = await LocalService.start();
    service.now = Date.now();
    const root = await mkdtemp(join(tmpdir(), 'keyops-round-'));
    const stick = join(root, 'stick');
    await mkdir(stick);
    const start = async (name: string, isOffline: boolean): Promise<Launched> => {
      const dataFolder = join(root, name);
      await addProfile(dataFolder, service.ready);
      const launched = await launchConsole({
        ...{ host, dataFolder, isOffline },
        keychainService: `KeyOps test ${randomUUID()}`,
      });
      await saveInto(launched, stick);
      return launched;
    };
    const enroll = async ({ page }: Launched, label: string, userId: string): Promise<string> => {
      const made = await callBridge(page, 'credentials.create', { label, curve: CURVE });
      if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
      const { publicKey } = made.value as Credential;
      const apiKey = { apiKeyName: label, publicKey, curveType: CURVE, expirationSeconds: '31536000' };
      await service.submit('create_api_keys', { userId, apiKeys: [apiKey] });
      return publicKey;
    };
    const offline = await start('offline', true);
    const online = await start('online', false);
    const stageOf = (launched: Launched, picture?: string): Stage => ({
      ...launched,
      onScene: async (_name, page) => {
        if (picture !== undefined) await keepPicture(host, page, picture);
      },
    });
    const goToOffline = (page: Page): Promise<void> =>
      page
        .getByRole('navigation')
        .getByRole('button', { name: /^Offline/ })
        .click();
    const open = async (launched: Launched, path: string): Promise<void> => {
      const { page } = launched;
      await goToOffline(page);
      const back = page.getByRole('button', { name: 'Back', exact: true });
      if (await back.isVisible()) await back.click();
      await page.getByRole('textbox', { name: 'File or folder' }).fill(path);
      await page.keyboard.press('Enter');
      // A path that was typed is named on the approval surface.
      await approve(stageOf(launched), '');
    };
    const taken = new Set<string>();
    /** The file of that kind that was not there before. */
    const newest = async (kind: string): Promise<string> => {
      const names = await readdir(stick);
      const [name = ''] = names.filter((each) => each.endsWith(`.keyops-${kind}`) && !taken.has(each));
      taken.add(name);
      return join(stick, name);
    };
    try {
      const publicKey = await enroll(offline, 'vault-key', service.ready.rootUserId);
      await enroll(online, 'carrier', (await addMember(service, 'Carrier')).userId);
      await callBridge(online.page, 'app.recheck');
      const { address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
      await offline.page.getByRole('button', { name: 'Clock not confirmed' }).click();
      await offline.page.getByRole('button', { name: 'Confirm the clock' }).click();
      await approve(stageOf(offline, 'offline-clock'), '');
      await offline.page.keyboard.press('Escape');

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
      await approve(stageOf(offline, 'offline-approval'), '');
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
      await card.getByRole('button', { name: /^Preview/ }).click();
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
      const folder = join(root, 'payments');
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
      await approve(stageOf(offline, 'offline-batch'), '');
      await offline.page.getByText('3 stamps saved beside the requests').waitFor();
      await keepPicture(host, offline.page, 'offline-folder-stamped');
      expect((await readdir(folder)).filter((name) => name.endsWith('.keyops-stamp'))).toHaveLength(3);
      expect([...offline.problems, ...online.problems]).toEqual([]);
    } finally {
      await online.close();
      await offline.close();
      await service.stop();
      await rm(root, { recursive: true, force: true });
    }
  });
});
