// The palette and activities that are older than the newest page of them.
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
  });
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

  /** A console whose list of activities has so many pages of one row, named by their number. */
  function withPages(pages: number): { fake: FakeConsole; asked: (string | null)[] } {
    const fake = new FakeConsole();
    const asked: (string | null)[] = [];
    const [newest] = activityRows;
    if (newest === undefined) throw new Error('There is no activity.');
    fake.overrides.set('activities.list', (input) => {
      const { before } = input as { before: string | null };
      asked.push(before);
      const page = before === null ? 1 : Number(before.slice(-3)) + 1;
      const id = `01900000-7c4e-7d10-8a5b-000000000${String(page).padStart(3, '0')}`;
      const rows = [{ ...newest, id, title: `Create policy Page-${page}-end` }];
      return Promise.resolve({ rows, next: page === pages ? null : id });
    });
    return { fake, asked };
  }

  it('is found by its words in the newest ten pages, which are asked for once something is looked for', async () => {
    const { fake, asked } = withPages(12);
    const { page, faults } = await bench.open(fake);
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    expect(asked).toEqual([]);
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('page-10-end');
    await page.getByRole('option', { name: /Page-10-end/ }).waitFor();
    expect(asked).toHaveLength(10);
    await field.fill('page-11-end');
    await page.getByText('No results').waitFor();
    expect([asked.length, new Set(asked).size]).toEqual([10, 10]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('attack: a search that was closed keeps asking, and holds up what is sent next', async () => {
    const { fake, asked } = withPages(12);
    const answer = fake.overrides.get('activities.list');
    if (answer === undefined) throw new Error('It has an answer.');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    fake.overrides.set('activities.list', async (input) => {
      const given = await answer(input);
      if (asked.length === 3) await held;
      return given;
    });
    const { page } = await bench.open(fake);
    await type(page, 'policy page');
    await expect.poll(() => asked.length).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
    release();
    // What is asked for after the answer came comes after what a search would have asked for.
    await type(page, '01900000-7c4e');
    await page.getByRole('option', { name: /Page-3-end/ }).waitFor();
    expect(asked.filter((before) => before?.endsWith('003')).length).toBeLessThanOrEqual(1);
    await page.close();
  });
});
