import type { Page } from 'playwright-core';

/**
 * Locks the console by key, and waits until its page has come back in a process of its own: what is asked of the page before
 * goes with it, and on a slow machine that takes a while.
 */
export async function lockByKey(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await page.keyboard.press('Control+l');
  await page.waitForFunction(() => !('isOld' in globalThis));
  await page.getByRole('heading', { name: 'The console is locked' }).waitFor();
}
