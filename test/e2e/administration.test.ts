// Looking after an organization in the real window: what is shown is what the service keeps, and a change shows at once.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, cancelButton } from '../tour/decide.ts';
import { type Stage, approve, createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

const visit = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).click();

/** Renames the root user through the form that its record opens. */
async function renameRoot(stage: Stage): Promise<void> {
  const { page } = stage;
  await page.getByRole('button', { name: /^Rename/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /New name/ }).fill('treasurer');
  await dialog.getByRole('button', { name: /^Preview/ }).click();
  await dialog.getByRole('button', { name: /^Review and approve/ }).click();
  await approve(stage, 'rename');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'treasurer' }).waitFor();
}

/** Asks for an allowlist without a block, and gives what is said before it would be approved. */
async function askForLockout({ page, waitForApproval }: Stage): Promise<string> {
  await page.getByRole('button', { name: 'Edit allowlist: Organization' }).click();
  const dialog = page.getByRole('dialog');
  // By key, here and below: what is said below a field comes late, and moves the button.
  await dialog.getByRole('button', { name: /^Preview/ }).press('Enter');
  await dialog.getByText('This locks you out').waitFor();
  await dialog.getByRole('button', { name: /^Review and approve/ }).click();
  const surface = await waitForApproval();
  await cancelButton(surface).waitFor();
  const said = (await surface.locator('body').textContent()) ?? '';
  await cancel(surface);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return said;
}

/** Sets up the auth proxy with the value that is offered, and reads what front ends are told. */
async function setUpAuthProxy(stage: Stage): Promise<void> {
  const { page } = stage;
  await tab(page, 'Auth proxy');
  await page.getByRole('button', { name: 'Set up the auth proxy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Preview/ }).press('Enter');
  await dialog.getByRole('button', { name: /^Review and approve/ }).click();
  await approve(stage, 'auth-proxy');
  await dialog.getByRole('button', { name: 'Close' }).click();
  const card = page.getByRole('region', { name: 'Auth-proxy configuration' });
  await card.getByText('passkey', { exact: true }).waitFor();
  await card.getByText('15 minutes', { exact: true }).waitFor();
}

/** The key id and thumbprint that the webhooks screen shows. */
async function shownKey(page: Page): Promise<readonly string[]> {
  await visit(page, 'Integrations');
  await tab(page, 'Webhooks');
  const card = page.getByRole('region', { name: 'Verification keys' });
  await card.getByText('Thumbprint', { exact: true }).waitFor();
  return card.locator('dd').allInnerTexts();
}

const EMPTY = [
  ['Wallets and secrets', 'Wallets', 'No wallets'],
  ['Wallets and secrets', 'Secrets', 'No secrets'],
  ['Integrations', 'Webhooks', 'No webhook endpoints'],
  ['Integrations', 'On-ramps', 'No fiat on-ramp credentials'],
  ['Integrations', 'OAuth 2.0', 'No OAuth 2.0 credentials'],
  ['Integrations', 'Earn', 'No earn wrappers'],
  ['Integrations', 'Apps', 'No apps'],
] as const;

describeIn('chromium', 'administration', (host) => {
  it('attack: a list that locks its operator out is named before it is approved; a change shows at once', async () => {
    const launched = await launchConsole({ host });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const faults: string[] = [];
    try {
      await createCredential(stage, 'ops-laptop');
      await visit(page, 'Organization');
      await page.getByText('1 API key', { exact: true }).waitFor();
      faults.push(...(await axeFaults(page)));
      await renameRoot(stage);

      await tab(page, 'Quorum');
      await page.getByText('1 of 1 approvals required').waitFor();
      await tab(page, 'Network');
      await page.getByText('The service sees this console at 127.0.0.1.').waitFor();
      expect(await askForLockout(stage)).toContain('This locks you out');
      faults.push(...(await axeFaults(page)));

      for (const [screen, part, words] of EMPTY) {
        await visit(page, screen);
        await tab(page, part);
        await page.getByRole('heading', { name: words }).waitFor();
      }
      faults.push(...(await axeFaults(page)));
      expect((await shownKey(page)).join(' ')).toMatch(/ed25519[^]*[0-9a-f]{64}[^]*[\w-]{43}/);
      faults.push(...(await axeFaults(page)));
      await setUpAuthProxy(stage);
      faults.push(...(await axeFaults(page)));
      expect(faults).toEqual([]);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
