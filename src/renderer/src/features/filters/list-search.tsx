import { useCallback, useLayoutEffect } from 'react';
import type { ListFilter, SearchedList } from '#preload/contract/saved-filters.ts';
import type { RowSearch } from '../../ui/finding.tsx';
import { useRowSearch } from '../../ui/row-search.ts';
import { setListWords, useListWords } from './list-words.ts';
import { type Filtering, useSavedFilters } from './saved-filters.tsx';

interface ListedRows<T> {
  readonly rows: readonly T[];
  /** A row in words; the same function at each call. */
  readonly textOf: (row: T) => string;
  /** The object that the list is within, by its ID: its words are its own, and the saved filters are those of the kind. */
  readonly of?: string;
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
  { rows, textOf, of = '', asked = null, isOffered = false, isPart = false }: ListedRows<T>,
): RowSearch<T> {
  const { list, words } = filtering.current;
  const setWords = useCallback((typed: string) => setListWords(list, typed, of), [list, of]);
  useLayoutEffect(() => {
    if (asked !== null) setWords('');
  }, [setWords, asked]);
  const { menu, chips, hasAny } = useSavedFilters(filtering);
  const search = useRowSearch(rows, textOf, { words, setWords, isOffered: isOffered || hasAny });
  return { ...search, isPart, menu, chips };
}

/** The filter of a list that is narrowed by words alone. */
export type WordsFilter = Extract<ListFilter, { list: SearchedList }>;

export interface WordsList<T> extends ListedRows<T> {
  readonly list: SearchedList;
  /** As its heading: "Users". */
  readonly label: string;
}

/** What narrows a list by words alone, for the filters that are saved of it. */
export function useWordsFiltering(list: SearchedList, label: string, of = ''): Filtering<WordsFilter> {
  return {
    label,
    current: { list, words: useListWords(list, of) },
    none: { list, words: '' },
    pick: (filter) => setListWords(list, filter.words, of),
  };
}

/** The same for a list that nothing but words narrows. */
export function useListSearch<T extends object>({ list, label, ...listed }: WordsList<T>): RowSearch<T> {
  const search = useFilteredRows(useWordsFiltering(list, label, listed.of), listed);
  // Nothing is hidden where nothing is.
  return listed.rows.length === 0 ? { ...search, isLong: false } : search;
}
