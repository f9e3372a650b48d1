import type { Locator, Page } from 'playwright-core';

/**
 * Presses a button that takes its page away, and waits until the page is gone: that may happen before the click is
 * confirmed, which is no failure then. A press during which the surface moved counts for nothing, as it has to: it is made
 * once more where the button can be pressed again.
 */
export async function pressLast(page: Page, button: Locator): Promise<void> {
  const ready = (): Promise<void> => button.and(page.locator(':enabled')).waitFor();
  const press = (): Promise<void> =>
    button.click().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  // A button that stays as it is fails here, which says more than a page that stays.
  await ready();
  const gone = page.waitForEvent('close').then(() => true);
  await press();
  const again = ready().then(
    () => false,
    // It goes with its page.
    () => gone,
  );
  if (!(await Promise.race([gone, again]))) await press();
  await gone;
}
