import type { ByteRange } from '#chains/model/decoded.ts';

/** A stretch of the typed text, marked or not. */
export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Cuts typed hex where marks begin and end.
 * @param text hex as it was typed: a `0x` in front and white space anywhere are no bytes
 * @param ranges byte ranges, half open
 * @returns segments that joined are the text
 */
export function markBytes(text: string, ranges: readonly ByteRange[]): Segment[] {
  const head = /^\s*0x/i.exec(text)?.[0].length ?? 0;
  const segments: Segment[] = [];
  let nibble = 0;
  let start = 0;
  let marked = false;
  for (let at = 0; at < text.length; at += 1) {
    const isDigit = at >= head && !/\s/.test(text.charAt(at));
    // White space inside a marked stretch stays marked, so that a field over two lines is one mark.
    const here: boolean = isDigit ? isInside(Math.floor(nibble / 2), ranges) : marked;
    if (here !== marked) {
      if (at > start) segments.push({ text: text.slice(start, at), marked });
      start = at;
      marked = here;
    }
    if (isDigit) nibble += 1;
  }
  if (start < text.length) segments.push({ text: text.slice(start), marked });
  return segments;
}

const isInside = (byte: number, ranges: readonly ByteRange[]): boolean =>
  ranges.some(([from, to]) => byte >= from && byte < to);

/** How many bytes typed hex has; halves are cut off. */
export const countBytes = (text: string): number =>
  Math.floor(text.replace(/^\s*0x/i, '').replace(/\s+/g, '').length / 2);
