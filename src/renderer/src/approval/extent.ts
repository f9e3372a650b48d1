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
