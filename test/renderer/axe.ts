import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that a scheme makes a difference to. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe found wrong, a line each: the rule, and the element.
 * @param scheme the one that is drawn: a dark one is looked at for its colors alone, after all else in light
 */
export async function axeFaults(page: Page, scheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  // Evaluated by the debugger, not put into the page: its policy would refuse the script. Half a megabyte, once a page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (rules) => {
      const { axe: inPage } = globalThis as unknown as {
        axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
      };
      // Colors under way are nobody's; what runs for ever (a spinner) is measured as it stands.
      const underWay = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.all(underWay.map(({ finished }) => finished.catch(() => undefined)));
      // What react-aria said to screen readers a moment ago: it names a spinner that is gone by now, and is heard once.
      const context = { exclude: '[data-live-announcer]' };
      // What is right isn't listed: that takes a third of the time.
      const { violations } = await inPage.run(context, {
        resultTypes: ['violations'],
        selectors: false,
        ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
    },
    scheme === 'dark' ? COLOR_RULES : null,
  );
}
