import type { Page } from 'playwright-core';

/**
 * Counts what an operator presses in a page from now on: each click, and each key but those that write into a field. Scrolling is
 * reading.
 */
export async function countPresses(page: Page): Promise<{ readonly count: number }> {
  const counted = { count: 0 };
  // Told at once: an approval surface is gone with its last press.
  await page.exposeFunction('onPressed', () => {
    counted.count += 1;
  });
  await page.evaluate(() => {
    const { onPressed } = globalThis as unknown as { onPressed: () => Promise<void> };
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta'];
    const reading = ['End', 'Home', 'PageDown', 'PageUp'];
    addEventListener('pointerdown', () => void onPressed(), true);
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, shiftKey, target, repeat, isTrusted }) => {
        const isWriting =
          target instanceof HTMLInputElement &&
          !ctrlKey &&
          !metaKey &&
          (key.length === 1 || key === 'Backspace');
        const isReading = !shiftKey && !(target instanceof HTMLInputElement) && reading.includes(key);
        // What a list passes on to its rows was pressed once.
        if (isTrusted && !repeat && !modifiers.includes(key) && !isWriting && !isReading) void onPressed();
      },
      true,
    );
  });
  return counted;
}
