import { startTransition, useEffect, useMemo, useState } from 'react';
import { FIND_ABOVE, type WordSearch, matching } from './finding.tsx';

/** Words that somebody else keeps: they narrow the list however short it is. */
export interface KeptWords {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** Whether the field is there although the list is short. */
  readonly isOffered: boolean;
}

/**
 * Narrows a list by what is typed, which somebody else keeps.
 * @param textOf the search text of a row; with another function at each render, all texts would be built again
 */
export function useRowSearch<T extends object>(
  rows: readonly T[],
  textOf: (row: T) => string,
  { words, setWords, isOffered }: KeptWords,
): WordSearch<T> {
  // What hides rows stays in sight, however few of them are left.
  const isLong = rows.length > FIND_ABOVE || isOffered || words !== '';
  const known = useMemo(() => keptText(textOf), [textOf]);
  const read = useReadWords(rows, words, known);
  const asked = isLong ? read : '';
  const found = useMemo(() => matching(rows, asked, known, rows.length).shown, [rows, asked, known]);
  return { isLong, words, setWords, count: rows.length, found };
}

/** Above this many rows their search texts are built in steps, and before anything is typed. */
const MANY = 1_000;
/** Time for each step, in ms: a letter would wait for its end. */
const STEP_MS = 4;

/** Returns the words once the search texts of all rows are built. The field shows each letter at once, and the rows follow. */
function useReadWords<T>(rows: readonly T[], words: string, known: (row: T) => string): string {
  const [read, setRead] = useState(words);
  const isMany = rows.length > MANY;
  useEffect(() => (isMany ? inSteps(rows, known, whenIdle) : undefined), [isMany, rows, known]);
  useEffect(() => {
    if (read === words) return undefined;
    const follow = (): void => startTransition(() => setRead(words));
    if (isMany) return inSteps(rows, known, soon, follow);
    follow();
    return undefined;
  }, [isMany, rows, words, known, read]);
  return read;
}

/** Calls a step later. Returns what calls it off. */
type Later = (step: () => void) => () => void;

const whenIdle: Later = (step) => {
  const asked = requestIdleCallback(step);
  return () => cancelIdleCallback(asked);
};
const soon: Later = (step) => {
  const asked = setTimeout(step);
  return () => clearTimeout(asked);
};

/** Takes rows one after the other, in steps between what else the window does. Returns what stops it. */
function inSteps<T>(
  rows: readonly T[],
  take: (row: T) => unknown,
  later: Later,
  done?: () => void,
): () => void {
  let at = 0;
  const step = (): void => {
    const end = performance.now() + STEP_MS;
    for (let row = rows[at]; row !== undefined && performance.now() < end; row = rows[at]) {
      take(row);
      at += 1;
    }
    if (at < rows.length) stop = later(step);
    else done?.();
  };
  let stop = later(step);
  return () => stop();
}

/** Rows in words, put together once for each: every letter of a search goes through all of them. */
function keptText<T extends object>(textOf: (row: T) => string): (row: T) => string {
  const known = new WeakMap<T, string>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const text = textOf(row).toLowerCase();
    known.set(row, text);
    return text;
  };
}
