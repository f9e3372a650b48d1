/** So many of a long list are drawn at once; the others are found by typing, or shown on demand. */
export const DRAWN = 100;

/** The part of a list that is drawn, and how many of what matches are not. */
export interface Matches<T> {
  readonly shown: readonly T[];
  readonly more: number;
}

/**
 * The first rows that have every word of a search.
 * @param words as typed; none matches all
 * @param textOf a row in words
 */
export function matching<T>(
  rows: readonly T[],
  words: string,
  textOf: (row: T) => string,
  most = DRAWN,
): Matches<T> {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    asked.length === 0
      ? rows
      : rows.filter((row) => {
          const text = textOf(row).toLowerCase();
          return asked.every((word) => text.includes(word));
        });
  return { shown: found.slice(0, most), more: Math.max(found.length - most, 0) };
}
