// Two people, one window: what waits, how it is voted on, and how the one who asked goes on.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Credential } from '#preload/contract/credentials.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { axeFaults } from '../renderer/axe.ts';
import { approve, createCredential } from '../tour/steps.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

describeHosts(['electron', 'chromium'], 'voting on a request', (host) => {
  let launched: Launched;
  let laptop = '';
  let desk = '';
  let page: Page;

  const call = async <T>(path: string, input?: unknown): Promise<T> => {
    const answer = await callBridge(page, path, input);
    if (!answer.ok) throw new Error(`${path}: ${answer.code}: ${answer.message}`);
    return answer.value as T;
  };
  const stage = () => ({ ...launched, onScene: () => Promise.resolve() });
  /** Prepares, reviews and approves by the bridge: what stands around the window under test. */
  const ask = async (operation: string, parameters: object): Promise<Outcome> => {
    const { id } = await call<Preview>('requests.prepare', { operation, parameters });
    await pressSomething(page);
    const outcome = call<Outcome>('requests.review', { previewId: id });
    await approve(stage(), '');
    return outcome;
  };
  const use = (publicKey: string): Promise<unknown> => call('credentials.select', { publicKey });
  const sidebar = (name: RegExp) => page.getByRole('navigation').getByRole('button', { name });

  beforeAll(async () => {
    launched = await launchConsole({ host });
    ({ page } = launched);
    await createCredential(stage(), 'ops-laptop');
    ({ publicKey: desk } = await call<Credential>('credentials.create', {
      label: 'desk-two',
      curve: 'API_KEY_CURVE_P256',
    }));
    const state = await call<AppSnapshot>('app.bootstrap');
    laptop = state.credentials.find(({ label }) => label === 'ops-laptop')?.publicKey ?? '';
    await use(laptop);
    const rootId = await vi.waitFor(
      async () => {
        const userId = (await call<AppSnapshot>('app.bootstrap')).profiles[0]?.userId ?? null;
        if (userId === null) throw new Error('The service has not said who this is.');
        return userId;
      },
      { timeout: 30_000, interval: 100 },
    );
    const apiKey = { apiKeyName: 'desk', publicKey: desk, curveType: 'API_KEY_CURVE_P256' };
    const added = (await ask('create_users', {
      users: [{ userName: 'Bob', apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] }],
    })) as Extract<Outcome, { state: 'completed' }>;
    const { userIds } = added.result as { userIds: string[] };
    await ask('update_root_quorum', { threshold: 2, userIds: [rootId, ...userIds] });
  });
  afterAll(() => launched.close());

  it('says who is still needed, and goes on by itself when the vote has come', async () => {
    await sidebar(/^Private keys/).click();
    await page
      .getByRole('button', { name: /Create a (private )?key|Create a key/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shared key');
    await page.getByRole('button', { name: /^Preview/ }).click();
    await page.getByRole('button', { name: /^Review and approve/ }).click();
    await approve(stage(), '');
    await page.getByText('1 of 2 approved, waiting for Bob').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'votes-waiting');

    const { rows } = await call<{ rows: { id: string }[] }>('activities.list', {
      ...{ status: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'], types: [], userId: null, waitsForMe: false },
      ...{ sinceMs: null, before: null, limit: 5 },
    });
    const { activity } = await call<{ activity: { fingerprint: string } }>('activities.get', {
      id: rows[0]?.id,
    });
    await use(desk);
    await ask('approve_activity', { fingerprint: activity.fingerprint });
    // The dialog of the one who asked closes, and the key is there.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Shared key').first().waitFor();
  });

  it('shows a badge, decodes the request again, and counts the vote', async () => {
    await use(laptop);
    const asked = await ask('create_private_keys', {
      privateKeys: [
        { privateKeyName: 'Second key', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] },
      ],
    });
    expect(asked.state).toBe('waiting');
    await use(desk);
    await sidebar(/^Activities/)
      .getByLabel('1 waiting for you')
      .waitFor({ timeout: 30_000 });
    if (host === 'chromium') await expect.poll(() => page.title()).toBe('(1) KeyOps Console');
    await sidebar(/^Activities/).click();
    await page.getByRole('radio', { name: 'Waiting for me (1)' }).click();
    const row = page.getByRole('option', { name: /1 of 2 approved, waiting for Bob/ });
    await row.waitFor();
    const card = page.getByRole('region', { name: 'Activity: Waiting for you' });
    await card.getByText('1 of 2 approved, waiting for Bob').waitFor();
    await card.getByText('Create the P-256 key “Second key” inside the service.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'votes-queue');
    await card.getByRole('button', { name: 'Approve…' }).click();
    const surface = await launched.waitForApproval();
    await surface
      .getByText(/’s request: /)
      .first()
      .waitFor();
    await keepPicture(host, surface, 'votes-approval');
    await approve(stage(), '');
    await page.getByText('Vote counted').waitFor();
    await page.getByText('Nothing is waiting for you').waitFor();
    await sidebar(/^Activities/)
      .getByLabel(/waiting for you/)
      .waitFor({ state: 'detached', timeout: 30_000 });
    await expect.poll(() => page.title()).toBe('KeyOps Console');
    expect(launched.problems).toEqual([]);
  });

  it('saves a filter under a name, and finds it again after another screen', async () => {
    const saved = page.getByRole('button', { name: 'Saved filters' });
    const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
    const state = page.getByRole('button', { name: /State$/ });
    const chip = page.getByRole('button', { name: 'What was done', exact: true });
    await page.getByRole('radio', { name: 'All' }).click();
    await state.click();
    await page.getByRole('option', { name: 'Completed', exact: true }).click();
    await saved.click();
    await entry('Save filter…').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('  What was done ');
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // What is chosen stays while one is elsewhere.
    await sidebar(/^Private keys/).click();
    await sidebar(/^Activities/).click();
    await state.getByText('Completed').waitFor();
    await chip.click();
    await state.getByText('Any state').waitFor();
    await chip.click();
    await state.getByText('Completed').waitFor();
    await page.getByRole('option', { name: /Second key/ }).waitFor();
    await saved.click();
    // Offered for the one in use alone.
    await entry('Remove “What was done”').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await entry('Remove “What was done”').click();
    await chip.waitFor({ state: 'detached' });
    expect(await call('savedFilters.list', { list: 'activities' })).toEqual([]);
    expect(launched.problems).toEqual([]);
  });
});
