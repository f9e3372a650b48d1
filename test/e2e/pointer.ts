import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { Launched } from './launch.ts';

const run = promisify(execFile);

/** The screen's own pointer and keys, which no page's events can be taken for: they go through the X server. */
export interface Pointer {
  /** Moves onto the middle of an element of a window that is in front. */
  onto(element: Locator): Promise<void>;
  click(): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  /** Presses a key, by its X name (`Tab`, `Return`), in the window that has the focus. */
  key(...names: string[]): Promise<void>;
  /** The windows on the screen that can be seen, by their ids: lists and pickers of a page are such. */
  windows(): Promise<readonly string[]>;
}

/** The pointer of a launched console's screen. @throws where it has no screen of its own */
export function pointerOf({ display }: Launched): Pointer {
  if (display === undefined) throw new Error('This console has no screen of its own.');
  const xdotool = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('xdotool', args, { env: { ...process.env, ...display } });
    return stdout;
  };
  return {
    onto: async (element) => {
      const { x, y } = await middleOnScreen(element, (atX, atY) =>
        xdotool('mousemove', '--sync', String(Math.round(atX)), String(Math.round(atY))),
      );
      await xdotool('mousemove', String(Math.round(x)), String(Math.round(y)));
    },
    click: async () => {
      await xdotool('click', '1');
    },
    down: async () => {
      await xdotool('mousedown', '1');
    },
    up: async () => {
      await xdotool('mouseup', '1');
    },
    key: async (...names) => {
      await xdotool('key', ...names);
    },
    windows: async () => {
      // xdotool fails where it finds none.
      const found = await xdotool('search', '--onlyvisible', '--name', '').catch(() => '');
      return [...new Set(found.split('\n').filter((id) => id !== ''))].sort();
    },
  };
}

/** Where the middle of an element is on the screen: a move over the window tells how far its page is from the corner. */
async function middleOnScreen(
  element: Locator,
  moveTo: (x: number, y: number) => Promise<unknown>,
): Promise<{ x: number; y: number }> {
  const page = element.page();
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  const { x, y } = await cornerOf(page, moveTo);
  return { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2 };
}

async function cornerOf(
  page: Page,
  moveTo: (x: number, y: number) => Promise<unknown>,
): Promise<{ x: number; y: number }> {
  const at = await page.evaluate(() => {
    const seen = window as unknown as { corner?: { x: number; y: number } };
    delete seen.corner;
    const listen = (event: MouseEvent): void => {
      seen.corner = { x: event.screenX - event.clientX, y: event.screenY - event.clientY };
    };
    window.addEventListener('mousemove', listen, { once: true });
    return { x: window.screenX + window.outerWidth / 2, y: window.screenY + window.outerHeight / 2 };
  });
  // Twice, as a pointer that is there already does not move.
  await moveTo(at.x, at.y);
  await moveTo(at.x + 3, at.y + 3);
  for (let round = 0; round < 100; round += 1) {
    const corner = await page.evaluate(
      () => (window as unknown as { corner?: { x: number; y: number } }).corner,
    );
    if (corner !== undefined) return corner;
    await setTimeout(20);
  }
  throw new Error('The window does not see the pointer.');
}
