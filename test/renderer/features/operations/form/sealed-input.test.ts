import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '#test/renderer/fake-answers.ts';
import { FakeConsole } from '#test/renderer/fake-console.ts';
import { browserPath, WindowBench } from '#test/renderer/open-window.ts';

describe.skipIf(browserPath === undefined)('a secret that is sealed as its field is left', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('sealed while the pointer is down on the form’s button, it leaves the button under the pointer', async () => {
    const fake = new FakeConsole();
    let give: () => void = () => undefined;
    fake.overrides.set(
      'sealing.seal',
      () => new Promise((resolve) => (give = () => resolve({ sealed: '3sealed' }))),
    );
    fake.overrides.set('queries.ask', (input) => {
      const { operation } = input as { operation: string };
      return Promise.resolve(
        operation === 'list_oauth2_credentials' ? { oauth2Credentials: [] } : (answers[operation] ?? {}),
      );
    });
    const { page } = await bench.open(fake);
    await page.getByRole('navigation').getByText('Integrations', { exact: true }).click();
    await page.getByRole('radio', { name: 'OAuth 2.0', exact: true }).click();
    await page.getByRole('button', { name: 'Add a credential' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Discord' }).click();
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('client-77');
    await dialog.getByLabel(/^Client secret/).fill('provider-secret');
    const button = await dialog.getByRole('button', { name: /^Preview/ }).boundingBox();
    if (button === null) throw new Error('The button is not drawn.');
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
    await page.mouse.down();
    await expect.poll(() => fake.calls.some(({ name }) => name === 'sealing.seal')).toBe(true);
    give();
    await dialog.getByRole('button', { name: 'Replace Client secret' }).waitFor();
    expect(await dialog.getByRole('button', { name: /^Preview/ }).boundingBox()).toEqual(button);
    await page.mouse.up();
    await dialog.getByRole('button', { name: /^Review and approve/ }).waitFor();
    await page.context().close();
  });
});
