import type { Page } from 'playwright-core';

/**
 * What is cut off sideways in a page at its present size: words and controls of which a part lies beyond the window, or
 * beyond a box that clips. Shortened with an ellipsis, or in a box that scrolls, is not cut off.
 * @returns a line for each, with the element's first words; empty when nothing is
 */
export const cutOffSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const speaks = (element: Element): boolean =>
      element.matches('button, input, textarea, a') ||
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      );
    const isCut = (element: Element): boolean => {
      const own = element.getBoundingClientRect();
      // Nothing to see: not drawn, or kept for screen readers.
      if (own.width <= 1 || own.height <= 1) return false;
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(box);
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return false;
        const edge = box.getBoundingClientRect();
        if (position === 'absolute' && edge.width <= 1) return false;
        const clips = overflowX === 'hidden' || overflowX === 'clip';
        if (clips && (own.right > edge.right + 1 || own.left < edge.left - 1)) return true;
      }
      return own.right > window.innerWidth + 1 || own.left < -1;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => speaks(element) && isCut(element))
      .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent.slice(0, 60)}`);
  });
