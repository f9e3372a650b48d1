import type { Page } from 'playwright-core';

/** Scrolls the approval surface's facts and warnings to their end, as whoever approves has to. */
export async function readToEnd(surface: Page): Promise<void> {
  for (const box of await surface.locator('.content').all())
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
}
