// Every operation's form takes the focus as it opens, and calls nothing wrong before something was entered.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { FakeConsole } from '#test/renderer/fake-console.ts';
import { browserPath, WindowBench } from '#test/renderer/open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const PATHS = summaries.map(({ path }) => path);
const hasFields = (path: string): boolean => {
  const operation = operationByPath(path);
  return operation !== undefined && formFields(operation.parameters).length > 0;
};

/** What has the focus, and what is shown as wrong or open, in the operation's card. */
const stand = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('form');
    const at = document.activeElement;
    return {
      isInForm: form !== null && at !== null && form.contains(at),
      isField: at?.matches('input, textarea, button, [contenteditable=true]') === true,
      isDisabled: at?.matches(':disabled') === true,
      wrong: document.querySelectorAll('form [aria-invalid=true], form [data-invalid]').length,
      // One is the list of operations itself.
      popups: document.querySelectorAll('[role=listbox], [role=dialog]').length - 1,
    };
  });

describe.skipIf(browserPath === undefined)(`the form of each operation${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const open = async () => {
    const opened = await bench.open(new FakeConsole());
    await opened.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: /^Operations/ })
      .click();
    return opened;
  };

  it('focuses its first field as it opens, with no list open and nothing wrong, also once it is left', async () => {
    const { page, faults } = await open();
    const bad: string[] = [];
    for (const path of PATHS) {
      await page.locator(`[role=option][data-key="${path}"]`).click();
      await page.locator('form').waitFor();
      if (!hasFields(path)) continue;
      await expect
        .poll(async () => (await stand(page)).isInForm, { timeout: 30_000, interval: 20 })
        .toBe(true)
        .catch(() => undefined);
      const { isInForm, isField, isDisabled, wrong, popups } = await stand(page);
      await page.getByRole('textbox', { name: 'Search' }).first().focus();
      const left = (await stand(page)).wrong;
      if (!isInForm || !isField || isDisabled || wrong + popups + left > 0)
        bad.push(`${path}: ${JSON.stringify({ isInForm, isField, isDisabled, wrong, popups, left })}`);
    }
    expect(bad).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is not sent by the Enter that opened it', async () => {
    const { page } = await open();
    await page.locator('[role=option][data-key="update_user_name"]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stand(page)).isInForm).toBe(true);
    expect((await stand(page)).wrong).toBe(0);
    await page.close();
  });
});
