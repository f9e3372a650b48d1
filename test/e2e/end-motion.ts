import type { Page } from 'playwright-core';

/**
 * Ends what moves; a spinner goes on for ever, and stays. What a change of the scheme sets in motion begins with a later frame.
 */
export const endMotion = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const animation of document.getAnimations()) {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      }
    }
  });
