import type { Page } from 'playwright-core';

/** What the windows of the running test showed at last, oldest first. */
let sights: string[] = [];
/** Those that have not closed. */
const open = new Set<Page>();

/** Has a window told of that is still open when its test fails. */
export function watchSight(page: Page): void {
  open.add(page);
  page.once('close', () => open.delete(page));
}

/** Keeps what a page shows before it closes, in words: a test that fails says what was there in place of what it waited for. */
export async function keepSight(page: Page): Promise<void> {
  const snapshot = page.locator('body').ariaSnapshot({ timeout: 2_000 });
  // A window that died shows nothing.
  sights.push(await snapshot.catch((error: unknown) => `Nothing: ${String(error)}`));
}

/** Gives what was kept, and what open windows show. */
export async function takeSights(): Promise<readonly string[]> {
  for (const page of open) await keepSight(page);
  const taken = sights;
  forgetSights();
  return taken;
}

/** Lets go of what was kept. */
export function forgetSights(): void {
  sights = [];
}
