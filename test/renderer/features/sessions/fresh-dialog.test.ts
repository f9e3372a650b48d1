import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows, preview } from '../../fake-data.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

describe.skipIf(browserPath === undefined)('a dialog that asks for something new', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test.each([
    ['Sessions', /^Open a session/],
    ['Private keys', /^Create a private key/],
  ])('attack: of %s doesn’t open on a request that waits for votes', async (screen, open) => {
    const fake = new FakeConsole();
    fake.overrides.set('requests.review', () =>
      Promise.resolve({
        ...{ state: 'waiting', activityId: activityRows[0]?.id, fingerprint: `sha256:${preview.digest}` },
        ...{ message: 'Others have to approve.', consensus: null },
      }),
    );
    const { page } = await bench.open(fake);
    const goTo = (): Promise<void> =>
      page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: new RegExp(`^${screen}`) })
        .click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await goTo();
    await page.getByRole('button', { name: open }).first().click();
    await name.fill('Payroll');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Preview/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Review and approve/ })
      .click();
    await page.getByRole('button', { name: 'Show votes' }).click();
    await goTo();
    await page.getByRole('button', { name: open }).first().click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Show votes' }).count()).toBe(0);
    await page.context().close();
  });

  test('attack: of a renewal shows that, and not the request that is still under review, whose end is told', async () => {
    const fake = new FakeConsole();
    let end: (outcome: unknown) => void = () => undefined;
    fake.overrides.set('requests.review', () => new Promise((resolve) => (end = resolve)));
    const { page } = await bench.open(fake, undefined, '#sessions');
    const dialog = page.getByRole('dialog');
    const renew = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Evening batch' }).click();
      await page.getByRole('menuitem', { name: /^Renew/ }).click();
    };
    const renewals = (): number => fake.calls.filter(({ name }) => name === 'loginSessions.renew').length;
    const review = dialog.getByRole('button', { name: /^Review and approve/ });
    await renew();
    await review.click();
    await expect.poll(() => fake.calls.some(({ name }) => name === 'requests.review')).toBe(true);
    fake.tell('activities.opened', { activityId: activityRows[0]?.id });
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Sessions/ })
      .click();
    await renew();
    await review.and(page.locator(':enabled')).waitFor();
    expect(renewals()).toBe(2);
    end({ state: 'failed', code: 'X', message: 'The service said no.', remedy: 'Ask it again.' });
    await page.getByText('The service said no.').first().waitFor();
    await review.and(page.locator(':enabled')).waitFor();
    await page.context().close();
  });

  test('of a renewal keeps the request that was prepared for it', async () => {
    const fake = new FakeConsole();
    const { page } = await bench.open(fake);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Sessions/ })
      .click();
    await page.getByRole('button', { name: 'Actions for Evening batch' }).click();
    await page.getByRole('menuitem', { name: /^Renew/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Review and approve/ })
      .waitFor();
    expect(fake.calls.some(({ name }) => name === 'requests.discard')).toBe(false);
    await page.context().close();
  });
});
