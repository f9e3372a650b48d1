import { look, sawEnd } from './extent.ts';
import type { Extent } from './extent.ts';

/** How much of a screenful a page key moves, so that the last lines stay in view. */
const PAGE_SHARE = 0.85;
const LINE_PX = 40;

/** What is read of the boxes that scroll, as it is shown. */
export interface Reading {
  /** Looks once more, and says whether the end of every box was in view. */
  isRead(): boolean;
}

/**
 * Follows how far the facts were scrolled. Keys that scroll do so wherever the focus is: it is on a button at first.
 * @param boxes what scrolls; the keys move the first one
 */
export function followReading(boxes: readonly HTMLElement[], signal: AbortSignal): Reading {
  const seen = new Map<HTMLElement, Extent>();
  const lookAll = (): void => {
    if (document.visibilityState !== 'visible') return;
    for (const box of boxes) seen.set(box, look(box, seen.get(box)));
  };
  for (const box of boxes) box.addEventListener('scroll', lookAll, { signal, passive: true });
  const [first] = boxes;
  document.addEventListener(
    'keydown',
    (event) => {
      const inside = boxes.some((box) => box.contains(document.activeElement));
      if (first === undefined || inside || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = placeAfter(event.key, first);
      if (to === null) return;
      event.preventDefault();
      first.scrollTo({ top: to });
    },
    { signal },
  );
  return {
    isRead: () => {
      lookAll();
      return boxes.every((box) => {
        const extent = seen.get(box);
        return extent !== undefined && sawEnd(extent);
      });
    },
  };
}

/** Where a key scrolls a box to; null for keys that do not scroll. */
function placeAfter(key: string, { scrollTop, clientHeight, scrollHeight }: HTMLElement): number | null {
  switch (key) {
    case 'ArrowDown':
      return scrollTop + LINE_PX;
    case 'ArrowUp':
      return scrollTop - LINE_PX;
    case 'PageDown':
      return scrollTop + clientHeight * PAGE_SHARE;
    case 'PageUp':
      return scrollTop - clientHeight * PAGE_SHARE;
    case 'Home':
      return 0;
    case 'End':
      return scrollHeight;
    default:
      return null;
  }
}
