// A screen whose code couldn't be had: the engine doesn't ask for a file again that it couldn't load, so the page is loaded anew.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole } from '../fake-console.ts';
import { browserPath, WindowBench } from '../open-window.ts';

describe.skipIf(browserPath === undefined)('a window whose code can’t be read', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** A window that lacks some of its files until they are there again; its privileged side loads it anew, as the hosts do. */
  async function openLacking(files: RegExp) {
    const fake = new FakeConsole();
    const { page } = await bench.open(fake);
    let isThere = false;
    await page.route(files, (route) => (isThere ? route.fallback() : route.abort()));
    fake.overrides.set('app.reload', async () => {
      isThere = true;
      await page.reload();
    });
    await page.reload();
    return { page, reloads: () => fake.calls.filter(({ name }) => name === 'app.reload').length };
  }

  test.each([
    ['the script of a screen', /journal-screen-[^/]*\.js$/],
    ['a script that screens share', /list-search-[^/]*\.js$/],
    ['the style sheet of a screen', /journal-screen-[^/]*\.css$/],
  ])('says so of %s, and “Try again” has the page loaded anew', async (_what, files) => {
    const { page, reloads } = await openLacking(files);
    const nav = page.getByRole('navigation', { name: 'Screens' });
    await nav.getByRole('button', { name: 'Journal' }).click();
    const main = page.getByRole('main');
    await main.getByText('Part of this window can’t be loaded.').waitFor();
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByText('Journal verified').waitFor();
    expect(await nav.locator('[aria-current=page]').innerText()).toBe('Journal');
    expect(reloads()).toBe(1);
    await page.context().close();
  });

  test.each([
    ['what draws a known state', /known-[^v][^/]*\.js$/, undefined],
    ['a form', /operation-panel-[^/]*\.js$/, 'Operations'],
  ])('stays drawn without %s, and is whole after “Try again”', async (_what, files, screen) => {
    const { page, reloads } = await openLacking(files);
    const nav = page.getByRole('navigation', { name: 'Screens' });
    if (screen !== undefined) {
      await nav.getByRole('button', { name: screen }).click();
      await page.getByRole('main').getByText('Create API keys', { exact: true }).first().click();
    }
    await page.getByText('Part of this window can’t be loaded.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await nav.waitFor();
    expect(reloads()).toBe(1);
    await page.context().close();
  });
});
