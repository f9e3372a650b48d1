/** What a person has had in view of something that scrolls, in CSS pixels from its top. */
export interface Extent {
  /** How long it was when this was measured. */
  readonly length: number;
  /** How far down it was in view. */
  readonly seenTo: number;
}

/** A box that scrolls; elements are such. */
export interface Box {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}

// Scroll offsets are fractions where the display is scaled; heights are whole.
const TOLERANCE = 2;

/**
 * Looks at what is in view now. A box whose content is not as long any more (unfolded, wrapped anew) begins again: what was
 * below may be somewhere else.
 */
export function look({ scrollTop, clientHeight, scrollHeight }: Box, before: Extent | undefined): Extent {
  const bottom = scrollTop + clientHeight;
  const same = before?.length === scrollHeight;
  return { length: scrollHeight, seenTo: same ? Math.max(before.seenTo, bottom) : bottom };
}

/** Whether the end was in view. */
export const sawEnd = ({ length, seenTo }: Extent): boolean => seenTo >= length - TOLERANCE;

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
