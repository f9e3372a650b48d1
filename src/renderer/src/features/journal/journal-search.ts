import { useCallback } from 'react';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { ListFilter } from '#preload/contract/saved-filters.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { formatMinute } from '../../format/time.ts';
import type { RowSearch } from '../../ui/finding.tsx';
import { useFilteredRows } from '../filters/list-search.tsx';
import { setListWords, useListWords } from '../filters/list-words.ts';
import { filterJournal, useJournal } from './journal-store.ts';
import { JOURNAL_TEXT } from './text.ts';

/** `sign_transaction` as words: `Sign transaction`. */
export const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Narrows the lines that are loaded by what their rows show. */
export function useJournalSearch(lines: readonly JournalLine[], hasOlder: boolean): RowSearch<JournalLine> {
  const { credentials } = useAppSnapshot();
  const words = useListWords('journal');
  const { filter } = useJournal();
  const textOf = useCallback(
    ({ number, operation, time, profile, subject, publicKey, digest, outcome }: JournalLine): string => {
      const ms = Date.parse(time);
      const label = credentials.find((each) => each.publicKey === publicKey)?.label;
      return [
        ...[number, inWords(operation), operation, profile, subject, label, publicKey, digest],
        ...[inWords(outcome), Number.isFinite(ms) ? formatMinute(ms) : time],
      ].join(' ');
    },
    [credentials],
  );
  return useFilteredRows<JournalLine, Extract<ListFilter, { list: 'journal' }>>(
    {
      label: JOURNAL_TEXT.title,
      current: { list: 'journal', words, lines: filter },
      none: { list: 'journal', words: '', lines: 'changes' },
      pick: (chosen) => {
        setListWords('journal', chosen.words);
        void filterJournal(chosen.lines);
      },
    },
    { rows: lines, textOf, isOffered: hasOlder || filter !== 'changes', isPart: hasOlder },
  );
}
