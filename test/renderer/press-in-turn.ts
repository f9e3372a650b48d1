import type { Page } from 'playwright-core';

/**
 * Presses the two keys of a shortcut. The second is on its way before the first one has been told of: after a second between them they
 * are no shortcut, and a slow machine may take that long to come back here.
 */
export async function pressInTurn(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}
