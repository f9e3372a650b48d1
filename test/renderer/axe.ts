import axe, { type AxeResults, type ElementContext } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe found wrong, a line each: the rule, and the element. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, not put into the page: its policy would refuse the script. Half a megabyte, once a page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (context: ElementContext) => Promise<AxeResults> };
    };
    // Colors under way are nobody's; what runs for ever (a spinner) is measured as it stands.
    const underWay = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(underWay.map(({ finished }) => finished.catch(() => undefined)));
    // What react-aria said to screen readers a moment ago: it names a spinner that is gone by now, and is heard once.
    const { violations } = await inPage.run({ exclude: '[data-live-announcer]' });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  });
}
