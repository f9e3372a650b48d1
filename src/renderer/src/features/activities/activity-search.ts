import { useMemo } from 'react';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { RowSearch } from '../../ui/finding.tsx';
import { useRowSearch } from '../../ui/row-search.ts';
import { setListWords, useListWords } from '../filters/list-words.ts';
import { useActivities } from './activities-store.ts';
import { stateFace, standingWords, typeWords } from './activity-text.ts';
import { clearMarks } from './marks.ts';

const NONE: readonly never[] = [];

/** A row in words: what it shows, and what it is found by beside that. */
export const rowText = (row: ActivityRow): string =>
  [
    ...[row.title, row.words, row.reference ?? '', row.who, row.whoId, row.id, row.fingerprint, row.effect],
    ...[typeWords(row.type), stateFace(row.status).word, standingWords(row)],
  ].join(' ');

const setWords = (typed: string): void => {
  // What is marked is voted on: it stays in sight.
  clearMarks();
  setListWords('activities', typed);
};

/** Narrows the rows that are loaded by what is typed; the fields above the list are the service's to go by. */
export function useActivitySearch(): RowSearch<ActivityRow> {
  const words = useListWords('activities');
  const { rows, next } = useActivities();
  const isPart = next !== null;
  const kept = useMemo(() => ({ words, setWords, isOffered: isPart }), [words, isPart]);
  // Its saved filters are drawn with the fields above the list.
  return { ...useRowSearch(rows ?? NONE, rowText, kept), isPart, menu: null, chips: null };
}
