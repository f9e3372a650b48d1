import { useCallback, useLayoutEffect } from 'react';
import type { ListFilter } from '#preload/contract/saved-filters.ts';
import { type RowSearch, useRowSearch } from '../../ui/finding.tsx';
import { setListWords, useListWords } from './list-words.ts';
import { type Filtering, useSavedFilters } from './saved-filters.tsx';

interface ListedRows<T> {
  readonly rows: readonly T[];
  /** A row in words; the same function at each call. */
  readonly textOf: (row: T) => string;
  /** The row that was asked for: no words hide it. */
  readonly asked?: string | null;
  /** Whether the field is there however short the list is. */
  readonly isOffered?: boolean;
  /** Whether there are further rows that aren't here to be found. */
  readonly isPart?: boolean;
}

/** Narrows a list by its words, which stay while one is elsewhere, and offers the filters that were saved for it. */
export function useFilteredRows<T extends object, F extends ListFilter>(
  filtering: Filtering<F>,
  { rows, textOf, asked = null, isOffered = false, isPart = false }: ListedRows<T>,
): RowSearch<T> {
  const { list, words } = filtering.current;
  const setWords = useCallback((typed: string) => setListWords(list, typed), [list]);
  useLayoutEffect(() => {
    if (asked !== null) setWords('');
  }, [setWords, asked]);
  const { menu, chips, hasAny } = useSavedFilters(filtering);
  const search = useRowSearch(rows, textOf, { words, setWords, isOffered: isOffered || hasAny });
  return { ...search, isPart, menu, chips };
}

/** A list that is narrowed by words alone. */
export type WordsFilter = Exclude<ListFilter, { list: 'activities' | 'contacts' | 'journal' }>;

interface SearchedList<T> extends ListedRows<T> {
  readonly list: WordsFilter['list'];
  /** As its heading: "Users". */
  readonly label: string;
}

/** The same for a list that nothing but words narrows. */
export function useListSearch<T extends object>({ list, label, ...listed }: SearchedList<T>): RowSearch<T> {
  const words = useListWords(list);
  const filtering: Filtering<WordsFilter> = {
    label,
    current: { list, words },
    none: { list, words: '' },
    pick: (filter) => setListWords(list, filter.words),
  };
  return useFilteredRows(filtering, listed);
}
