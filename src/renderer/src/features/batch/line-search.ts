import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { FIND_ABOVE, type RowSearch, matching } from '../../ui/finding.tsx';
import { useWordsFiltering } from '../filters/list-search.tsx';
import { useSavedFilters } from '../filters/saved-filters.tsx';
import { LINE_WORDS } from './batch-text.ts';
import { BATCH_TEXT } from './text.ts';

/** As many as one call gives. */
const PAGE = 200;
/** More matches than these are no answer; further words narrow them. */
const MOST = 1_000;

/** What a search among all lines of a batch has come to. */
interface Looked {
  readonly words: string;
  readonly found: readonly BatchLine[];
  /** So many lines were looked through. */
  readonly lines: number;
  /** Whether lines are left that weren't looked through. */
  readonly isPart: boolean;
  readonly error: BridgeError | null;
}

const nothingYet = (words: string): Looked => ({ words, found: [], lines: 0, isPart: true, error: null });

export interface LineSearch {
  readonly search: RowSearch<BatchLine>;
  /** The lines to show; null for all of them. */
  readonly found: readonly BatchLine[] | null;
  /** How far the search is or where it ended early; null where all was looked through. */
  readonly progress: string | null;
  readonly error: BridgeError | null;
}

/** The text of a line's row. */
const lineText = ({ line, reference, sentence, state }: BatchLine): string =>
  `${line} ${line.toLocaleString('en')} ${reference ?? ''} ${sentence} ${LINE_WORDS[state]}`;

/**
 * Narrows the lines of a batch by words, through all of them: they are read out of the store from the first on, and what
 * matches is there as it is found.
 */
export function useLineSearch({ id, total, state }: RequestGroup): LineSearch {
  const label = BATCH_TEXT.lines.title;
  const filtering = useWordsFiltering('batchLines', label, id);
  const { menu, chips, hasAny } = useSavedFilters(filtering);
  const { words } = filtering.current;
  const asked = useDeferredValue(words).trim();
  const [known, setLooked] = useState(() => nothingYet(asked));
  useEffect(() => {
    if (asked === '') return;
    let isOver = false;
    const tell = (looked: Looked): void => {
      if (!isOver) setLooked(looked);
    };
    void lookThrough(id, asked, tell, () => isOver);
    return () => void (isOver = true);
    // Once more when the batch begins or ends: the state is among the words.
  }, [id, asked, state]);
  const looked = useMemo(() => (known.words === asked ? known : nothingYet(asked)), [known, asked]);
  const { found, lines, isPart, error } = looked;
  const setWords = (typed: string): void => filtering.pick({ list: 'batchLines', words: typed });
  const search = {
    ...{ isLong: total > FIND_ABOVE || hasAny || words !== '', words, setWords, menu, chips },
    ...{ count: total, found },
  };
  if (asked === '') return { search, found: null, progress: null, error: null };
  return { search, found, progress: isPart ? progressOf(looked, lines, total) : null, error };
}

function progressOf({ found }: Looked, lines: number, total: number): string {
  const [looked, all] = [lines.toLocaleString('en'), total.toLocaleString('en')];
  return found.length >= MOST
    ? BATCH_TEXT.lines.most(MOST.toLocaleString('en'), looked, all)
    : BATCH_TEXT.lines.looking(looked, all);
}

/** Goes through the lines from the first on, and tells what it has after each page. */
async function lookThrough(
  id: string,
  words: string,
  tell: (looked: Looked) => void,
  isOver: () => boolean,
): Promise<void> {
  const found: BatchLine[] = [];
  let after = -1;
  let isPart = true;
  try {
    while (isPart && found.length < MOST && !isOver()) {
      const page = await getConsole().batches.lines({ id, after, limit: PAGE });
      isPart = page.length === PAGE;
      after = page.at(-1)?.position ?? after;
      found.push(...matching(page, words, lineText, MOST - found.length).shown);
      tell({ words, found: [...found], lines: after + 1, isPart, error: null });
    }
  } catch (error) {
    tell({ words, found, lines: after + 1, isPart, error: asBridgeError(error) });
  }
}
