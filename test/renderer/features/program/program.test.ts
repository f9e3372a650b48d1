import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { fakeProgram } from '../../fake-program.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const pictures = process.env['KEYOPS_PICTURES'];

describe.skipIf(browserPath === undefined)(`the program itself in the settings${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const openSettings = async (fake: FakeConsole) => {
    const opened = await bench.open(fake);
    await opened.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await opened.page.getByRole('region', { name: 'Updates' }).waitFor();
    return {
      ...opened,
      shoot: async (name: string) => {
        if (pictures !== undefined) await opened.page.screenshot({ path: join(pictures, `${name}.png`) });
      },
    };
  };

  test('updates are off, and turned on, found, downloaded and installed step by step', async () => {
    const { page, faults, shoot } = await openSettings(new FakeConsole());
    const card = page.getByRole('region', { name: 'Updates' });
    expect(await card.getByRole('radio', { name: 'Off', exact: true }).isChecked()).toBe(true);
    expect(await card.getByRole('button', { name: 'Check now' }).count()).toBe(0);
    await card.getByText('releases.example.com').waitFor();
    await card.getByRole('radio', { name: 'When I ask' }).click();
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('Version 0.2.0 is available (84.0 MB)').waitFor();
    await card.scrollIntoViewIfNeeded();
    await shoot('updates-available');
    await card.getByRole('button', { name: 'Download update' }).click();
    await card.getByText('downloaded and verified').waitFor();
    await card.getByRole('button', { name: 'Install update' }).click();
    await card.getByText('sudo apt install').waitFor();
    await card.scrollIntoViewIfNeeded();
    await shoot('updates-handed-over');
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a forged release is said where it was asked for, with what to do', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('updates.check', () =>
      Promise.reject(new FakeRefusal('RELEASE_UNSIGNED', 'The release isn’t signed.', 'Don’t install it.')),
    );
    const { page } = await openSettings(fake);
    const card = page.getByRole('region', { name: 'Updates' });
    await card.getByRole('radio', { name: 'Daily' }).click();
    await card.getByRole('button', { name: 'Check now' }).click();
    await card.getByText('The release isn’t signed.').waitFor();
    await card.getByText('Don’t install it.').waitFor();
    await page.close();
  });

  test('the self-check shows a row of each state, and its report is copied', async () => {
    const fake = new FakeConsole();
    const { page, shoot } = await openSettings(fake);
    await page.getByRole('button', { name: 'Run self-check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Self-check' });
    await dialog.getByText('1 bad, 1 to look at').waitFor();
    await dialog.getByText('service/service.sqlite').waitFor();
    await shoot('self-check');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy report' }).click();
    await expect
      .poll(() => fake.calls.find(({ name }) => name === 'app.copy')?.input)
      .toEqual({
        text: '[bad] Data folder: …\n',
      });
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await expect
      .poll(() => fake.calls.filter(({ name }) => name === 'program.selfCheck').length)
      .toBeGreaterThan(1);
    await page.close();
  });

  test('a press on the self-check isn’t lost to facts that arrive meanwhile', async () => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    fake.overrides.set('program.about', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return fakeProgram().about(undefined);
    });
    const { page } = await openSettings(fake);
    const button = page.getByRole('button', { name: 'Run self-check' });
    // A button that is drawn before the facts are there moves away from under the pointer.
    if ((await button.count()) === 0) answer();
    await button.scrollIntoViewIfNeeded();
    await button.hover();
    await page.mouse.down();
    answer();
    await page.getByText('Electron 45.4.1').waitFor();
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Self-check' }).waitFor();
    await page.close();
  });

  test('the self-check can be run where the facts can’t be told', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('program.about', () =>
      Promise.reject(new FakeRefusal('INTERNAL', 'Something failed.', 'Try again.')),
    );
    const { page } = await openSettings(fake);
    await page.getByRole('button', { name: 'Run self-check' }).click();
    await page.getByRole('dialog', { name: 'Self-check' }).waitFor();
    await page.close();
  });

  test('a license is found by a word, and read', async () => {
    const { page, shoot } = await openSettings(new FakeConsole());
    await page.getByRole('button', { name: 'Show licenses' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('fastify').waitFor();
    await dialog.getByRole('searchbox').fill('react');
    await dialog.getByText('fastify').waitFor({ state: 'detached' });
    await shoot('licenses');
    await dialog.getByRole('button', { name: 'MIT: react' }).click();
    await dialog.getByText('The license of react.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('the palette opens the self-check', async () => {
    const { page } = await openSettings(new FakeConsole());
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('self-check');
    await page.locator('[role=option][data-focused]').getByText('Run self-check').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Self-check' }).waitFor();
    await page.close();
  });
});
