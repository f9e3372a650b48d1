import type { Page } from 'playwright-core';

/** What the windows of the running test showed at last, oldest first. */
let sights: string[] = [];

/** Keeps what a page shows before it closes, in words: a test that fails says what was there in place of what it waited for. */
export async function keepSight(page: Page): Promise<void> {
  const snapshot = page.locator('body').ariaSnapshot({ timeout: 2_000 });
  // A window that died shows nothing.
  sights.push(await snapshot.catch((error: unknown) => `Nothing: ${String(error)}`));
}

/** Gives what was kept since the last call. */
export function takeSights(): readonly string[] {
  const taken = sights;
  sights = [];
  return taken;
}
