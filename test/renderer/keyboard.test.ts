import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { FakeConsole, FakeRefusal } from './fake-console.ts';
import { deskCredential, laptopCredential } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';
import { pressInTurn } from './press-in-turn.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the window by keyboard${reason}`, () => {
  let bench: WindowBench;
  let page: Page;
  let fake: FakeConsole;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => page.context().close());

  async function open(state: Partial<AppSnapshot> = {}): Promise<void> {
    fake = new FakeConsole(state);
    ({ page } = await bench.open(fake));
    await page.getByRole('button').first().waitFor();
  }
  const made = (name: string): unknown[] =>
    fake.calls.filter((call) => call.name === name).map((call) => call.input);
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

  async function openForget(): Promise<void> {
    await open();
    await pressInTurn(page, 'g', 'c');
    await page.getByRole('button', { name: 'Actions for desk-two' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Forget…' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
  }

  test('first run: Enter, a label, Enter, Enter is all it takes', async () => {
    await open({ credentials: [] });
    await page.keyboard.press('Enter');
    await page.getByLabel('Label').waitFor();
    await page.keyboard.type('ops-laptop');
    await page.keyboard.press('Enter');
    await page.getByText('API key saved in the keychain').waitFor();
    expect(made('credentials.create')).toEqual([{ label: 'ops-laptop', curve: 'API_KEY_CURVE_P256' }]);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  test('a refused key stays on its form, with the reason and the remedy', async () => {
    await open({ credentials: [] });
    const refusal = new FakeRefusal(
      'KEY_MALFORMED',
      'The file holds no private key.',
      'Choose another file.',
    );
    fake.overrides.set('credentials.importFrom', () => Promise.reject(refusal));
    await page.getByRole('button', { name: 'Import an API key' }).press('Enter');
    await page.getByLabel('Label').fill('ops-laptop');
    await page.getByLabel('Key file').fill('/tmp/key');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('The file holds no private key.Choose another file.');
  });

  test('a brought key reminds of the file it came from', async () => {
    await open({ credentials: [] });
    await page.getByRole('button', { name: 'Import an API key' }).press('Enter');
    await page.getByLabel('Label').fill('ops-laptop');
    await page.getByRole('button', { name: 'Choose…' }).press('Enter');
    // A button that is not open yet takes no focus, and no Enter.
    await page.locator('button:enabled', { hasText: 'Import API key' }).press('Enter');
    await page.getByText('Anyone who can read /home/operator/keys/ops.private').waitFor();
    expect(made('credentials.importFrom')).toEqual([
      { label: 'ops-laptop', curve: null, source: { kind: 'file', file: '/home/operator/keys/ops.private' } },
    ]);
  });

  test('forgetting: Cancel has the focus, and Enter forgets nothing', async () => {
    await openForget();
    expect(await focused()).toMatch(/^Cancel/);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(made('credentials.forget')).toEqual([]);
  });

  test('forgetting: a name that is nearly right does not open the button', async () => {
    await openForget();
    await page.getByRole('textbox').fill(deskCredential.label.toUpperCase());
    expect(await page.getByRole('button', { name: 'Forget key' }).isDisabled()).toBe(true);
    await page.getByRole('textbox').fill(deskCredential.label);
    await page.getByRole('button', { name: 'Forget key' }).press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(made('credentials.forget')).toEqual([{ publicKey: deskCredential.publicKey }]);
  });

  test('the palette does what was typed, and Escape leaves it', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('stamp desk');
    await page.locator('[role=option][data-focused]').getByText('Use credential desk-two').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Credential: desk-two' }).waitFor();
    expect(made('credentials.select')).toEqual([{ publicKey: deskCredential.publicKey }]);
  });

  test('Tab in the palette goes to the next group and Shift Tab back, round and round', async () => {
    await open();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    await page.keyboard.type('import');
    const groups = dialog.getByRole('group');
    await expect.poll(() => dialog.locator('[data-focused]').count()).toBe(1);
    const first = await groups.evaluateAll((all) =>
      all.map((group) => group.querySelector('[role=option]')?.textContent),
    );
    expect(first.length).toBeGreaterThan(2);
    const here = (): Promise<string | null> => dialog.locator('[data-focused]').textContent();
    expect(await here()).toBe(first[0]);
    for (const next of [...first.slice(1), first[0]]) {
      await page.keyboard.press('Tab');
      await expect.poll(here).toBe(next);
    }
    await page.keyboard.press('Shift+Tab');
    await expect.poll(here).toBe(first.at(-1));
    // From the middle of a group, too; the letters stay where they are typed.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(here).toBe(first[1]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(here).not.toBe(first[1]);
    await page.keyboard.press('Tab');
    await expect.poll(here).toBe(first[2]);
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('import');
  });

  test('the palette finds settings, with what they are set to, and leads to their card', async () => {
    await open();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    await page.keyboard.type('contacts only');
    await dialog.getByRole('option', { name: /^Pay contacts only/ }).waitFor();
    await expect
      .poll(() => dialog.getByRole('option', { name: /^Pay contacts only/ }).textContent())
      .toContain('Off');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('erc-7730');
    await dialog.getByRole('option', { name: 'Descriptors and token lists' }).waitFor();
    await expect.poll(() => dialog.locator('[data-focused]').textContent()).toContain('Descriptors');
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: 'Descriptors and token lists' });
    await card.waitFor();
    await expect.poll(() => card.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(800);
  });

  test('the bytes of a fact are marked while its row has the focus', async () => {
    await open();
    await page.getByRole('textbox', { name: /^Unsigned transaction/ }).fill('02'.repeat(111));
    const amount = page.locator('dl > [tabindex="0"]').first();
    await amount.waitFor();
    expect(await page.locator('mark').count()).toBe(0);
    // The way of the keyboard: Tab until a fact has the focus.
    await page.getByRole('textbox', { name: /^Unsigned transaction/ }).focus();
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      if (await amount.evaluate((row) => row === document.activeElement)) break;
    }
    await page.locator('mark').first().waitFor();
    expect(await amount.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
    await page.keyboard.press('Shift+Tab');
    await page.locator('mark').first().waitFor({ state: 'detached' });
  });

  test('letters that belong to a field do not move the screen', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('g c');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign a transaction');
  });

  test('Ctrl L locks, Enter unlocks, and nothing of the console is in the page meanwhile', async () => {
    await open();
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
    expect(await page.content()).not.toContain(laptopCredential.label);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  test('a fault in the status line is a button to its remedy', async () => {
    const { health } = new FakeConsole().bootstrap;
    const journal = {
      state: 'tampered' as const,
      lines: 9,
      message: 'Line 4 was changed.',
      remedy: 'Keep a copy.',
    };
    await open({ health: { ...health, journal } });
    await page.getByRole('button', { name: 'Journal was changed' }).press('Enter');
    await page.getByText('Keep a copy.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByText('Journal: 1,204 lines, verified').waitFor();
    expect(made('app.recheck')).toHaveLength(1);
  });

  const focusedLabel = (): Promise<string | undefined> =>
    page.evaluate(() => {
      const { activeElement } = document;
      const [label] = activeElement instanceof HTMLInputElement ? (activeElement.labels ?? []) : [];
      return label?.textContent ?? undefined;
    });
  const goTo = async (screen: string): Promise<void> => {
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: screen }).press('Enter');
  };

  test('a form in a dialog has the focus in its first field, and Escape gives it back', async () => {
    await open();
    await goTo('Contacts');
    const button = page.getByRole('button', { name: 'Import file' });
    await button.press('Enter');
    await page.getByRole('dialog', { name: 'Import contacts' }).waitFor();
    await expect.poll(focusedLabel).toMatch(/file/i);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Import file');
  });

  test('a form that its screen is there for has it, but not from who chose something there', async () => {
    await open();
    await goTo('Import');
    await page.getByRole('form').first().waitFor();
    await expect.poll(focusedLabel).toBeDefined();
    const [tab] = await page.locator('main').getByRole('radio').all();
    if (tab === undefined) throw new Error('Nothing to choose from.');
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('main').getByRole('radio', { checked: true }).first().waitFor();
    const next = page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await next;
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('radio');
  });
});
