// The card as a browser draws it, on real readings; its pictures are left in artifacts/approval.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import { takePicture } from '../../fixtures/guide-picture.ts';
import { axeFaults } from '../axe.ts';
import { NOW_MS } from '../fake-data.ts';
import { browserPath, WindowBench } from '../open-window.ts';
import { foreignKey, rejection, transfer, unknownContract } from './card-samples.ts';

const SAMPLES: Readonly<Record<string, Preview>> = {
  transfer,
  'unknown-contract': unknownContract,
  rejection,
  'foreign-key': foreignKey,
};
const SIZES = { wide: { width: 1280, height: 800 }, small: { width: 960, height: 640 } } as const;

/** The widths of the groups on each line of each address, in characters. */
const linesOfGroups = (page: Page): Promise<number[][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dd .groups')].flatMap((groups) => {
      const lines = new Map<number, number>();
      for (const span of groups.children) {
        const top = Math.round(span.getBoundingClientRect().top);
        lines.set(top, (lines.get(top) ?? 0) + 1);
      }
      return [[...lines.values()]];
    }),
  );

describe.skipIf(browserPath === undefined)('the card as it is drawn', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  describe.each(['light', 'dark'] as const)('in %s', (theme) => {
    test.each(Object.entries(SAMPLES))(
      'shows %s: danger first, addresses in whole groups, Cancel in focus',
      async (name, sample) => {
        const { page, faults, show } = await bench.openApproval();
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          const preview = { ...sample, id: `${name}-${size}` };
          await show({ preview, deniesAtMs: NOW_MS + 58_000, nowMs: NOW_MS, theme });
          const card = page.getByRole('alertdialog');
          expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
          // An address of 20 bytes is one line of five groups, or it is not one address any more.
          for (const lines of await linesOfGroups(page))
            if (lines.reduce((sum, each) => sum + each, 0) === 5) expect(lines, name).toEqual([5]);
          expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
          const danger = page.locator('.warning.danger').first();
          if ((await danger.count()) > 0) {
            const [above, below] = [
              await danger.boundingBox(),
              await page.locator('#sentence').boundingBox(),
            ];
            expect(above?.y).toBeLessThan(below?.y ?? 0);
          }
          await takePicture(page, `approval/${name}-${size}-${theme}.png`);
          expect(await axeFaults(page)).toEqual([]);
        }
        expect(faults).toEqual([]);
        await page.context().close();
      },
    );
  });
});
