// What integrations are asked for: each thing once and as it is, with the keyboard alone. Secrets are sealed by the form itself.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { approve } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';

const SECRET = 'provider-secret-5d1f0c';
const PRIVATE = 'provider-private-88b2e7';

describeIn('chromium', 'the forms of integrations', (host) => {
  let on: OnWorld;
  const faults: string[] = [];
  beforeAll(async () => {
    on = await launchOnWorld(host);
    await on.launched.page.getByRole('navigation').getByText('Integrations', { exact: true }).click();
  });
  afterAll(() => on.close());

  /** Opens the form of a tab's one button. */
  const begin = async (tab: string, button: string): Promise<Locator> => {
    const { page } = on.launched;
    on.world.service.now = Date.now();
    await page.getByRole('radio', { name: tab, exact: true }).click();
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'JSON' }).waitFor();
    return dialog;
  };
  const finish = async (dialog: Locator): Promise<void> => {
    await dialog.getByRole('button', { name: /^Review and approve/ }).click();
    await approve({ ...on.launched, onScene: () => Promise.resolve() }, '');
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  /** Every text that the window holds, in its document and its fields. */
  const heldByWindow = (): Promise<string> =>
    on.launched.page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll('input, textarea')].map(
          (one) => (one as HTMLInputElement | HTMLTextAreaElement).value,
        ),
      ].join('\n'),
    );

  it('OAuth 2.0: provider, client and secret once each; Enter in the secret seals it and goes on', async () => {
    const { page } = on.launched;
    const dialog = await begin('OAuth 2.0', 'Add a credential');
    expect(await dialog.locator('input:visible, textarea:visible').count()).toBe(2);
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Discord' }).click();
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('client-77');
    await dialog.getByLabel(/^Client secret/).fill(SECRET);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Review and approve/ }).waitFor();
    expect(await heldByWindow()).not.toContain(SECRET);
    faults.push(...(await axeFaults(page)));
    await finish(dialog);
    await page.getByText('client-77').first().waitFor();
  });

  it('on-ramps: keys are sealed as their fields are left, and a sealed one can be replaced', async () => {
    const { page } = on.launched;
    const dialog = await begin('On-ramps', 'Add a credential');
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page
      .getByRole('option', { name: 'MoonPay' })
      .or(page.getByRole('option', { name: 'Moonpay' }))
      .click();
    await dialog.getByRole('textbox', { name: 'Publishable API key' }).fill('pk_live_1');
    await dialog.getByLabel(/^Secret API key/).fill('wrong');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Replace Secret API key' }).click();
    await expect
      .poll(() => dialog.getByLabel(/^Secret API key/).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.type(SECRET);
    await dialog.getByLabel(/^Private API key/).fill(PRIVATE);
    await dialog.getByRole('button', { name: 'Replace Secret API key' }).waitFor();
    await keepPicture(host, page, 'integrations-on-ramp');
    // Pressed while the last one is still typed.
    await dialog.getByRole('button', { name: /^Preview/ }).click();
    await dialog.getByRole('button', { name: /^Review and approve/ }).waitFor();
    const held = await heldByWindow();
    expect(held).not.toContain(SECRET);
    expect(held).not.toContain(PRIVATE);
    faults.push(...(await axeFaults(page)));
    await finish(dialog);
    await page.getByText('pk_live_1').first().waitFor();
  });

  it('webhooks: a new endpoint is told of activities, and other events are offered by name', async () => {
    const { page } = on.launched;
    const dialog = await begin('Webhooks', 'Add an endpoint');
    const events = dialog.getByRole('combobox', { name: 'Event type' });
    expect(await events.inputValue()).toBe('ACTIVITY_UPDATES');
    await dialog.getByRole('button', { name: 'Show choices for Event type' }).click();
    await page.getByRole('option', { name: /Balance finalized/i }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/activities');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger');
    faults.push(...(await axeFaults(page)));
    await page.keyboard.press('Enter');
    await finish(dialog);
    await page.getByText('Ledger').first().waitFor();
    const { json } = await on.world.service.query('list_webhook_endpoints', {});
    expect(json).toMatchObject({
      webhookEndpoints: [
        { name: 'Ledger', subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: true }] },
      ],
    });
    expect(faults).toEqual([]);
    expect(on.launched.problems).toEqual([]);
  });
});
