import type { Locator, Page } from 'playwright-core';

/**
 * Presses a button that takes its page away, and waits until the page is gone: that may happen before the click is
 * confirmed, which is no failure then.
 */
export async function pressLast(page: Page, button: Locator): Promise<void> {
  const gone = page.waitForEvent('close');
  await button.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  await gone;
}
