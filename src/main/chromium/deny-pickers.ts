import type { Page } from 'playwright-core';

/**
 * Takes the scripts' way to open lists and pickers (`showPicker`) from a page and every frame in it: they are drawn over all
 * windows, and so over the approval's. A person's click opens them as ever, and takes the focus with it.
 */
export const denyPickers = (page: Page): Promise<unknown> =>
  page.addInitScript({
    content: `for (const element of [HTMLSelectElement, HTMLInputElement]) delete element.prototype.showPicker;`,
  });
