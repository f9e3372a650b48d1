import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import { review } from './bridge-calls.ts';
import type { Launched } from './launch.ts';

/** An approval surface that is shown, and what becomes of its request. */
export interface OnScreen {
  readonly surface: Page;
  readonly deny: Locator;
  readonly approve: Locator;
  readonly outcome: Promise<Outcome>;
  /** How it ended, or undefined while it waits. */
  readonly ended: () => Outcome | undefined;
}

/** Reviews a preview, and waits until the surface is drawn. */
export async function showSurface(launched: Launched, previewId: string): Promise<OnScreen> {
  await expect.poll(() => launched.approvalShown()).toBe(false);
  const outcome = review(launched.page, previewId);
  let ended: Outcome | undefined;
  // A window that goes takes the answer with it.
  outcome.then(
    (how) => (ended = how),
    () => undefined,
  );
  const surface = await launched.waitForApproval();
  const footer = surface.locator('footer');
  const deny = footer.locator('button').first();
  const approve = footer.locator('button').last();
  await deny.waitFor();
  return { surface, deny, approve, outcome, ended: () => ended };
}

/** Resolves when the confirming button can be pressed. */
export const settled = ({ approve }: Pick<OnScreen, 'approve'>): Promise<unknown> =>
  vi.waitFor(async () => expect(await approve.isEnabled()).toBe(true), { timeout: 30_000 });
