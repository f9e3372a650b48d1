import { randomUUID } from 'node:crypto';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { approve, createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { findLeaks } from './leak-search.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';
import { act, choose } from './session-steps.ts';

describeIn('electron', 'sessions', (host) => {
  it('are opened, picked for stamping, renewed and ended, and their keys stay in the keychain', async () => {
    const keychainService = `KeyOps test ${randomUUID()}`;
    const launched = await launchConsole({ host, keychainService });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    try {
      await createCredential(stage, 'ops-laptop');
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Sessions/ })
        .click();
      await page.getByText('No open sessions').waitFor();
      const first = page.getByRole('navigation').getByRole('timer');
      expect(await first.count()).toBe(0);

      await open(page, 'Evening batch', 'API-key session', '15 minutes');
      await approve(stage, 'session');
      const evening = page.getByRole('row', { name: /Evening batch/ });
      await evening.waitFor();
      expect(await evening.textContent()).toMatch(/API-key session.*(?:15:00|1[0-4]:\d\d)/);

      await open(page, 'Sealed', 'Read-write session', '8 hours');
      await approve(stage, 'session');
      const sealed = page.getByRole('row', { name: /Sealed/ });
      expect(await sealed.textContent()).toMatch(/Read-write session.*(?:8:00:00|7:5\d:\d\d)/);
      const secrets = await keysIn(keychainService);
      expect(secrets.length).toBeGreaterThanOrEqual(3);

      await act(page, 'Sealed', 'Use this credential');
      await sealed.getByText('Active').waitFor();
      // The sidebar counts down the session in use, although the other one ends first.
      await expect.poll(() => first.textContent()).toMatch(/^[78]:\d\d:\d\d/);
      await keepPicture(host, page, 'sessions-open');
      await page.getByRole('button', { name: /^Credential: Sealed/ }).waitFor();

      await act(page, 'Sealed', 'Renew…');
      await page.getByRole('dialog', { name: 'Renew a session' }).waitFor();
      await keepPicture(host, page, 'sessions-renew');
      await page.getByRole('button', { name: /^Review and approve/ }).click();
      await approve(stage, 'renewal');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await sealed.getByText('Active').waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(3);

      await act(page, 'Evening batch', 'End…');
      await page.getByRole('button', { name: 'End session' }).click();
      await evening.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'End all sessions' }).click();
      await page.getByRole('button', { name: 'End session' }).click();
      await page.getByText('No open sessions').waitFor();
      await page.getByRole('button', { name: /^Credential: ops-laptop/ }).waitFor();

      const left = await keysIn(keychainService);
      expect(left.length).toBe(secrets.length - 2);
      expect(await findLeaks(launched, [...new Set([...secrets, ...left])])).toEqual([]);
      await askToEndOthers(page);
      await keepPicture(host, page, 'sessions-end-others');
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      for (const { account } of await keytar.findCredentials(keychainService))
        await keytar.deletePassword(keychainService, account);
    }
  });
});

async function open(page: Page, name: string, kind: string, length: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a session' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await choose(page, 'Kind', kind);
  await choose(page, 'Duration', length);
  await page.getByRole('button', { name: /^Preview/ }).click();
  await page.getByRole('button', { name: /^Review and approve/ }).click();
}

/** The form that ends other sessions previews only once the user's name is typed, and says that it destroys. */
async function askToEndOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open a session' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Only one');
  await page.getByText('End my other sessions of this kind').click();
  const preview = page.getByRole('button', { name: /^Preview/ });
  expect(await preview.isEnabled()).toBe(false);
  const label = (await page.getByText(/^Type “/).textContent()) ?? '';
  const [, username = ''] = /“(.*)”/.exec(label) ?? [];
  await page.getByRole('textbox', { name: /^Type “/ }).fill(username);
  await preview.click();
  await page.getByText('Other sessions end', { exact: true }).waitFor();
  await page.getByRole('dialog').getByText('Destroy').first().waitFor();
}

/** The private keys among a keychain's items, as hex. */
const keysIn = async (service: string): Promise<string[]> =>
  (await keytar.findCredentials(service))
    .filter(({ account }) => account.startsWith('credential:'))
    .map(({ password }) => password);
