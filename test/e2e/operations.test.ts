// Every operation and query of the catalogue, run from the window through its generated form.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { validRequest } from '../service/conformance/valid-requests.ts';
import { axeFaults } from '../renderer/axe.ts';
import { describeHosts } from './describe-hosts.ts';
import { endMotion } from './end-motion.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';
import { findLeaks } from './leak-search.ts';
import { approve, fill, runOperation, SEALED_VALUE } from './run-operation.ts';

/** In Electron a sample: one of each kind. */
const SAMPLE = ['create_users', 'delete_users', 'create_oauth2_credential', 'list_users'];

describeHosts(['electron', 'chromium'], 'the generated form', (host) => {
  let on: OnWorld;
  beforeAll(async () => {
    on = await launchOnWorld(host);
    await on.launched.page.getByRole('button', { name: /^Operations/ }).click();
  });
  afterAll(() => on.close());

  /** Who voted on the activity with a fingerprint, as the service knows it. */
  const votersOf = async (fingerprint: unknown): Promise<string[]> => {
    const { json } = await on.world.service.query('list_activities', { paginationOptions: { limit: '100' } });
    const { activities } = listActivities.output.parse(json);
    const voted = activities.find((activity) => activity.fingerprint === fingerprint);
    return (voted?.votes ?? []).map(({ userId }) => userId);
  };

  const operations: readonly Operation[] = catalogue;
  const walked = host === 'electron' ? operations.filter(({ path }) => SAMPLE.includes(path)) : operations;
  it.each(
    walked.map(
      (operation) =>
        [
          operation.kind === 'submit' ? 'operation' : 'query',
          `${operation.kind}/${operation.path}`,
          operation,
        ] as const,
    ),
  )('window: %s %s: runs from its form', async (_kind, _name, operation) => {
    on.world.service.now = Date.now();
    const parameters = (await validRequest(operation.path, on.world)) as Record<string, unknown>;
    const shown = await runOperation(on.launched, operation, parameters);
    if (operation.kind === 'submit' && operation.ballot === true) {
      expect(await votersOf(parameters['fingerprint'])).toContain(on.world.rootUserId);
    } else expect(operation.output.safeParse(shown).error).toBeUndefined();
  });

  it('window: query auth-proxy/wallet_kit_config: is asked as a front end asks it, where the operator says it answers', async () => {
    const { page } = on.launched;
    const { world } = on;
    world.service.now = Date.now();
    const configId = randomUUID();
    const value = JSON.stringify({
      ...{ configId, allowedOrigins: ['https://app.example'], enabledProviders: ['passkey'], otpLength: '7' },
      sessionExpirationSeconds: '1800',
    });
    await world.done('set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY', value });
    const sidebar = page.getByRole('navigation');
    await sidebar.getByRole('button', { name: /^Integrations/ }).click();
    await page.getByRole('radio', { name: 'Auth proxy' }).click();
    await page.getByRole('textbox', { name: 'Auth-proxy URL' }).fill(world.service.ready.authProxyUrl);
    await page.getByRole('textbox', { name: 'Configuration ID' }).fill(configId);
    await page.getByRole('button', { name: 'Show configuration' }).click();
    await approve(on.launched);
    const card = page.getByRole('region', { name: 'Auth-proxy configuration' });
    for (const told of ['30 minutes', 'passkey', 'https://app.example'])
      await card.getByText(told, { exact: true }).waitFor();
    expect(await card.innerText()).toMatch(/7 characters/);
    expect(await card.innerText()).toContain(world.service.ready.organizationId);
    expect(await axeFaults(page)).toEqual([]);
    await sidebar.getByRole('button', { name: /^Operations/ }).click();
  });

  it('has no violation of axe’s rules: list, form, refusals, result; light and dark', async () => {
    const { page } = on.launched;
    const faults: string[] = [];
    const look = async (scene: string): Promise<void> => {
      for (const scheme of ['light', 'dark'] as const) {
        // The console's theme is the system's: set in the page, another one would hold until the console's next word.
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await endMotion(page);
        faults.push(...(await axeFaults(page, scheme)).map((fault) => `${scene}, ${scheme}: ${fault}`));
      }
    };
    await page.locator('[role=option][data-key="list_users"]').click();
    await page.getByRole('button', { name: /^Run query/ }).click();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await look('result');
    await page.locator('[role=option][data-key="create_users"]').click();
    await page.getByRole('button', { name: 'Add API key' }).click();
    await page.getByRole('button', { name: /^Preview/ }).click();
    await page.getByText('Required.').first().waitFor();
    await look('form with refusals');
    await page.locator('[role=option][data-key="create_oauth2_credential"]').click();
    await page.getByLabel(/^Client secret/).fill('axe');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Replace Client secret' }).waitFor();
    await look('sealed field');
    expect(faults).toEqual([]);
  });

  it('shows each part of a service’s refusal, and leads back to the field that it would not take', async () => {
    const { page } = on.launched;
    on.world.service.now = Date.now();
    // What only the service can know: a condition that does not parse is refused before it is sent.
    const taken = {
      policyName: 'Taken',
      effect: 'EFFECT_DENY',
      condition: "activity.kind == 'EXPORT_WALLET'",
      notes: '',
    };
    await on.world.done('create_policy', taken);
    await page.locator('[role=option][data-key="create_policy"]').click();
    const card = page.getByRole('region', { name: 'Create a policy', exact: true });
    await fill(card, formFields(createPolicy.parameters), {
      policyName: 'Taken',
      effect: 'EFFECT_DENY',
      condition: "activity.kind == 'EXPORT_WALLET'",
    });
    // By key: the words of a policy come later, and move the button.
    await card.getByRole('button', { name: /^Preview/ }).press('Enter');
    await card.getByRole('button', { name: /^Review and approve/ }).click();
    await approve(on.launched);
    const said = card.getByRole('alert').filter({ hasText: 'REQUEST_INVALID' });
    await said.waitFor();
    const parts = await said.locator('dd').allInnerTexts();
    expect(parts.slice(0, 2)).toEqual([
      'REQUEST_INVALID',
      expect.stringMatching(/^3 INVALID_ARGUMENT\s+HTTP 400$/),
    ]);
    expect(parts[2]).toMatch(/^parameters\.policyName\s+\w/);
    expect(await card.innerText()).not.toContain('[object');
    expect(await axeFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Back to form' }).click();
    const name = card.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.getAttribute('aria-invalid'), { timeout: 30_000 }).toBe('true');
    await expect
      .poll(() => name.evaluate((field) => field === document.activeElement), { timeout: 30_000 })
      .toBe(true);
  });

  it('starts from a template that was kept, and repeats an activity', async () => {
    const { page } = on.launched;
    await page.locator('[role=option][data-key="create_users"]').click();
    const card = page.getByRole('region', { name: 'Create users', exact: true });
    await card.getByRole('textbox', { name: 'Name' }).fill('Cara');
    await card.getByRole('button', { name: 'Save as template' }).click();
    await card.getByRole('textbox', { name: 'Template name' }).fill('New signer');
    await card.getByRole('button', { name: 'Save template', exact: true }).click();
    await card.getByRole('button', { name: /^Remove template New signer/ }).waitFor();
    // Chosen anew, the form is empty again.
    await page.locator('[role=option][data-key="list_users"]').click();
    await page.locator('[role=option][data-key="create_users"]').click();
    expect(await card.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    await card.getByRole('button', { name: /Template/ }).click();
    await page.getByRole('option', { name: 'New signer' }).click();
    expect(await card.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Cara');

    const userName = on.world.name();
    await on.world.done('create_users', {
      users: [{ userName, apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }],
    });
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Activities/ })
      .click();
    await page.getByRole('button', { name: 'Repeat request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create users' });
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(userName);
    await page.keyboard.press('Escape');
  });

  it('complained of nothing in all of that, and kept nothing of what was sealed', async () => {
    expect(on.launched.problems).toEqual([]);
    expect(await findLeaks(on.launched, [SEALED_VALUE])).toEqual([]);
  });
});
