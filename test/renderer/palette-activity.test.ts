// The palette and activities that are older than the newest ones, which are all that it knows.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeConsole, FakeRefusal } from './fake-console.ts';
import { activityRows, detailOf } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const OLD_ID = '01900000-7c4e-7d10-8a5b-0000000000aa';

/** A console whose service has one activity that no list shows. @param answered the ID that it answers with */
function withOld(answered = OLD_ID): { fake: FakeConsole; asked: string[] } {
  const fake = new FakeConsole();
  const asked: string[] = [];
  const [newest] = activityRows;
  if (newest === undefined) throw new Error('There is no activity.');
  const old = { ...newest, id: answered, title: 'Create policy Long ago' };
  fake.overrides.set('activities.get', (input) => {
    const { id } = input as { id: string };
    asked.push(id);
    if (id !== OLD_ID) throw new FakeRefusal('NOT_FOUND', 'This activity doesn’t exist.', 'Go back.');
    return Promise.resolve(detailOf(old));
  });
  return { fake, asked };
}

const type = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.getByRole('combobox', { name: 'Search' }).fill(words);
};

describe.skipIf(browserPath === undefined)(`an activity by its ID in the palette${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 180_000);
  afterAll(() => bench.stop());

  it('is asked for once its whole ID is typed, in whatever case, and opens', async () => {
    const { fake, asked } = withOld();
    const { page, faults } = await bench.open(fake);
    await type(page, OLD_ID.slice(0, -1));
    await page.getByText('No results').waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('combobox', { name: 'Search' }).fill(` ${OLD_ID.toUpperCase()} `);
    await page.getByRole('option', { name: /Create policy Long ago/ }).click();
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
    // The palette asked once, and the detail that it opened.
    await expect.poll(() => asked).toEqual([OLD_ID, OLD_ID]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('attack: another activity than the one that was asked for is not offered as it', async () => {
    const { fake, asked } = withOld('01900000-7c4e-7d10-8a5b-0000000000bb');
    const { page } = await bench.open(fake);
    await type(page, OLD_ID);
    await expect.poll(() => asked).toEqual([OLD_ID]);
    await page.getByText('No results').waitFor();
    expect(await page.getByRole('option', { name: /Long ago/ }).count()).toBe(0);
    await page.close();
  });
});
