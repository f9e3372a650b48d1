// Locking by key, and a person who unlocks: on the approval surface, where the window's page has no reach.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, confirm } from '../tour/decide.ts';
import { createCredential, createPrivateKey } from '../tour/steps.ts';
import { callBridge, enroll } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';
import { lockByKey } from './lock-by-key.ts';

const PASSPHRASE = 'four unrelated words here';

/** Types into the surface and presses Enter, as soon as it takes presses. */
async function enter(surface: Page, label: string, text: string): Promise<void> {
  const field = surface.getByLabel(label);
  await field.fill(text);
  await surface.locator('button[data-decision=approve]:enabled').waitFor();
  // The surface may close before the press is told.
  await field.press('Enter').catch(() => undefined);
}

const LONG = { timeout: 30_000 };

const gone = async (launched: Launched): Promise<void> => {
  await expect.poll(() => launched.approvalShown(), { timeout: 30_000 }).toBe(false);
};

describeHosts(['electron', 'chromium'], 'locking and unlocking', (host) => {
  it('asks for the passphrase to unlock and to export, and the window’s page has no way around it', async () => {
    const launched = await launchConsole({ host, isFirst: true });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const locked = page.getByRole('heading', { name: 'The console is locked' });
    try {
      // A first start begins with the choice, and has no way around it.
      await page.getByRole('heading', { name: 'Choose how to unlock the console' }).waitFor();
      expect(await page.getByRole('button', { name: /^Create an API key/ }).count()).toBe(0);
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'lock-first-start');
      // Set up: both fields on the surface, by keyboard.
      await page.getByRole('button', { name: 'Set up passphrase' }).click();
      let surface = await launched.waitForApproval();
      await surface.getByLabel('New passphrase').fill('short');
      await surface.getByText('At least 8 characters.').first().waitFor();
      expect(await surface.locator('button[data-decision=approve]').isEnabled()).toBe(false);
      await surface.getByLabel('New passphrase').fill(PASSPHRASE);
      expect(await axeFaults(surface)).toEqual([]);
      await keepPicture(host, surface, 'lock-new-passphrase');
      await enter(surface, 'Confirm passphrase', PASSPHRASE);
      await gone(launched);
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: /^Settings/ })
        .click();
      const card = page.getByRole('region', { name: 'Lock', exact: true });
      await card.getByText('In use').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'lock-settings');

      // Locked by key.
      await lockByKey(page);
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'lock-locked');
      // Script in the window asks for it by itself: nothing is proven before a person answers, and an answer is asked for.
      const asked = callBridge(page, 'app.unlock', undefined);
      surface = await launched.waitForApproval();
      await surface.getByLabel('Your passphrase').waitFor();
      await cancel(surface);
      expect(await asked).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
      await locked.waitFor();

      await page.getByRole('button', { name: /^Unlock with passphrase/ }).press('Enter');
      surface = await launched.waitForApproval();
      await surface.getByLabel('Your passphrase').waitFor();
      expect(await axeFaults(surface)).toEqual([]);
      await enter(surface, 'Your passphrase', 'not the passphrase');
      await surface.getByText('That passphrase isn’t right.', { exact: false }).waitFor({ timeout: 30_000 });
      await keepPicture(host, surface, 'lock-wrong-passphrase');
      expect(await surface.getByLabel('Your passphrase').inputValue()).toBe('');
      // A question of its own for what follows: each cancels itself after a minute, which a slow machine needs for the above alone.
      await cancel(surface);
      await page.getByRole('button', { name: /^Unlock with passphrase/ }).press('Enter');
      surface = await launched.waitForApproval();
      await surface.getByLabel('Your passphrase').waitFor();
      // Enter held down, with something typed again meanwhile, is one try: three wrong ones would keep the right one out.
      await surface.getByLabel('Your passphrase').fill('nor this one');
      await surface.locator('button[data-decision=approve]:enabled').waitFor();
      await surface.keyboard.down('Enter');
      await expect.poll(() => surface.getByLabel('Your passphrase').inputValue(), LONG).toBe('');
      await surface.getByLabel('Your passphrase').fill('nor that one');
      await surface.locator('button[data-decision=approve]:enabled').waitFor();
      for (let count = 0; count < 8; count += 1) await surface.keyboard.down('Enter');
      expect(await surface.getByLabel('Your passphrase').inputValue()).toBe('nor that one');
      await surface.keyboard.up('Enter');
      await enter(surface, 'Your passphrase', PASSPHRASE);
      await gone(launched);
      await locked.waitFor({ state: 'detached' });

      // The gravest requests ask again, each for itself.
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Export/ })
        .click();
      await page
        .getByRole('main')
        .getByRole('button', { name: /Choose one/ })
        .click();
      await page.getByRole('option', { name: /Treasury hot/ }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: /^Review and approve/ }).click();
      surface = await launched.waitForApproval();
      await surface.getByLabel('Your passphrase').waitFor();
      const tick = surface.getByRole('checkbox');
      if ((await tick.count()) > 0) await tick.check();
      await keepPicture(host, surface, 'lock-step-up');
      // A press alone is not enough, nor is the surface's own call without the passphrase.
      const { id } = await surface.evaluate(async () => {
        const { keyops } = window as unknown as {
          keyops: { approval: { current(): Promise<{ value: { preview: { id: string } } }> } };
        };
        return (await keyops.approval.current()).value.preview;
      });
      expect(
        await callBridge(surface, 'approval.decide', { previewId: id, decision: 'approve' }),
      ).toMatchObject({ ok: false, code: 'UNLOCK_PASSPHRASE_WRONG' });
      await enter(surface, 'Your passphrase', PASSPHRASE);
      await page.getByText('Export verified').waitFor({ timeout: 30_000 });
      // Showing it asks once more.
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      surface = await launched.waitForApproval();
      expect(
        await page
          .locator('code')
          .filter({ hasText: /^[0-9a-f]{64}$/ })
          .count(),
      ).toBe(0);
      await enter(surface, 'Your passphrase', PASSPHRASE);
      await gone(launched);
      // The window was left for the surface, and is back: the press before shows it, with no second one.
      await page
        .locator('code')
        .filter({ hasText: /^[0-9a-f]{64}$/ })
        .waitFor();
      // A lock takes it along.
      await lockByKey(page);
      expect(launched.problems).toEqual([]);
      expect(launched.said.join('\n')).not.toContain(PASSPHRASE);
    } finally {
      await launched.close();
    }
  });

  it('attack: Enter is held down while the console locks, by a hand or a book; it stays locked', async () => {
    const launched = await launchConsole({ host });
    const { page } = launched;
    const locked = page.getByRole('heading', { name: 'The console is locked' });
    const isLocked = async (): Promise<unknown> => {
      const answer = await callBridge(page, 'app.bootstrap');
      return answer.ok && (answer.value as { locked: boolean }).locked;
    };
    try {
      await enroll(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.down('Enter');
      await lockByKey(page);
      const button = page.getByRole('button', { name: /^Unlock/ });
      await expect.poll(() => button.evaluate((each) => each === document.activeElement), LONG).toBe(true);
      // Down already: each is a repeat of the same press.
      for (let count = 0; count < 8; count += 1) await page.keyboard.down('Enter');
      expect(await isLocked()).toBe(true);
      await page.keyboard.up('Enter');
      expect(await isLocked()).toBe(true);
      await locked.waitFor();
      // A press of its own unlocks: this console goes without a method.
      await button.press('Enter');
      await locked.waitFor({ state: 'detached' });
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });

  it('goes without a method only where the operator says so, apart from the window', async () => {
    const launched = await launchConsole({ host, isFirst: true });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    try {
      await page.getByRole('button', { name: 'Go without', exact: true }).click();
      let surface = await launched.waitForApproval();
      await surface.getByText('Anybody at this computer can then unlock the console').waitFor();
      expect(await surface.locator('button[data-decision=approve]').isEnabled()).toBe(false);
      await keepPicture(host, surface, 'lock-go-without');
      await cancel(surface);
      await page.getByRole('button', { name: 'Go without', exact: true }).click();
      surface = await launched.waitForApproval();
      await surface.getByRole('checkbox').check();
      await confirm(surface);
      await createCredential(stage, 'ops-laptop');
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      const card = page.getByRole('region', { name: 'Lock', exact: true });
      await card.getByText('You chose to go without an unlock method').waitFor();
      await page.getByRole('button', { name: 'Run self-check' }).click();
      await page.getByRole('dialog').getByText('No unlock method is set up', { exact: false }).waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
