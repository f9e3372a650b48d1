import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { preview, ROOT_USER } from '../../fake-data.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const OTHER_USER = '5a0c3f1e-8b2d-4e7a-9c61-0d4f7b3a2e18';

describe.skipIf(browserPath === undefined)('a form that is edited while its preview is prepared', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** A window whose privileged side holds the first preview back. */
  const open = async () => {
    const fake = new FakeConsole();
    let isHeld = true;
    let give: () => void = () => undefined;
    fake.overrides.set('requests.prepare', () =>
      isHeld ? new Promise((resolve) => (give = () => resolve(preview))) : Promise.resolve(preview),
    );
    const { page } = await bench.open(fake);
    const answer = async (): Promise<void> => {
      isHeld = false;
      give();
      await expect.poll(() => fake.calls.some(({ name }) => name === 'requests.discard')).toBe(true);
    };
    const asked = (): Promise<void> =>
      expect.poll(() => fake.calls.some(({ name }) => name === 'requests.prepare')).toBe(true);
    return { page, fake, answer, asked };
  };
  const submit = (page: Page) => page.getByRole('button', { name: /^Preview/ }).click();
  const review = (page: Page) => page.getByRole('button', { name: /^Review and approve/ });

  test('of a new key: the late preview is not shown, the next one is', async () => {
    const { page, answer, asked } = await open();
    await page.getByRole('button', { name: /^Private keys/ }).click();
    await page.getByRole('button', { name: 'Create a private key' }).first().click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('payouts');
    await submit(page);
    await asked();
    await name.fill('somebody else');
    await answer();
    expect(await review(page).count()).toBe(0);
    expect(await name.inputValue()).toBe('somebody else');
    await submit(page);
    await review(page).waitFor();
    await page.context().close();
  });

  test('of any operation: the late preview is not shown, the next one is', async () => {
    const { page, fake, answer, asked } = await open();
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Operations/ })
      .click();
    await page.locator('[role=option][data-key="update_user_name"]').click();
    await page.getByRole('radio', { name: 'JSON' }).click();
    await page
      .getByRole('textbox', { name: /JSON/ })
      .fill(JSON.stringify({ userId: ROOT_USER, userName: 'alice' }));
    await page.getByRole('radio', { name: 'Form' }).click();
    const name = page.getByRole('textbox', { name: /^New name/ });
    await submit(page);
    await asked();
    await name.fill('mallory');
    await answer();
    expect(await review(page).count()).toBe(0);
    await submit(page);
    await review(page).waitFor();
    const last = fake.calls.findLast(({ name: called }) => called === 'requests.prepare');
    expect(JSON.stringify(last?.input)).toContain('mallory');
    await page.context().close();
  });

  test('attack: one that destroys, edited while its names are asked for, doesn’t ask about what stood there before', async () => {
    const { page, fake } = await open();
    let isHeld = true;
    let name: () => void = () => undefined;
    fake.overrides.set('queries.ask', () => {
      const users = { users: [] };
      return isHeld ? new Promise((resolve) => (name = () => resolve(users))) : Promise.resolve(users);
    });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Operations/ })
      .click();
    await page.locator('[role=option][data-key="delete_users"]').click();
    await page.getByRole('radio', { name: 'JSON' }).click();
    const json = page.getByRole('textbox', { name: /JSON/ });
    const doomed = (userId: string): Promise<void> => json.fill(JSON.stringify({ userIds: [userId] }));
    const asked = (): number => fake.calls.filter(({ name: called }) => called === 'queries.ask').length;
    await doomed(ROOT_USER);
    const before = asked();
    await submit(page);
    await expect.poll(asked).toBeGreaterThan(before);
    await doomed(OTHER_USER);
    isHeld = false;
    name();
    // The second answer comes after the first: what it would have opened is there by then.
    await submit(page);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(OTHER_USER).first().waitFor();
    expect(await dialog.count()).toBe(1);
    expect(await dialog.getByText(ROOT_USER).count()).toBe(0);
    await page.context().close();
  });
});
