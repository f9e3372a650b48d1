import { Search, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { SearchField, type SearchFieldProps } from 'react-aria-components/SearchField';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import field from './fields.module.css';
import styles from './finding.module.css';
import { Icon } from './icon.tsx';
import { UI_TEXT } from './text.ts';

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

/** A list of more rows than these has a field that narrows it; a shorter one is read at a glance. */
export const FIND_ABOVE = 10;

/** A list and what is typed to narrow it. */
export interface RowSearch<T> {
  /** Whether the list is long enough for a field; a shorter one is never narrowed. */
  readonly isLong: boolean;
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** All that the list has, and those of it that match. */
  readonly count: number;
  readonly found: readonly T[];
}

/**
 * Narrows a list by what is typed. The words live as long as the component that calls this, whatever is opened beside the list.
 * @param textOf a row in words; the same function at each call, or every row is put in words anew
 */
export function useRowSearch<T extends object>(rows: readonly T[], textOf: (row: T) => string): RowSearch<T> {
  const [words, setWords] = useState('');
  // A letter stands in the field at once; the rows follow when the window has time.
  const deferred = useDeferredValue(words);
  const isLong = rows.length > FIND_ABOVE;
  const asked = isLong ? deferred : '';
  const known = useMemo(() => keptText(textOf), [textOf]);
  const found = useMemo(() => matching(rows, asked, known, rows.length).shown, [rows, asked, known]);
  return { isLong, words, setWords, count: rows.length, found };
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

/** The field of a list that is narrowed; nothing above a short list. */
export function RowSearchField<T>({ label, search }: { label: string; search: RowSearch<T> }): ReactNode {
  const { isLong, count, found, words, setWords } = search;
  if (!isLong) return null;
  return (
    <FindField
      label={UI_TEXT.find.label(label)}
      count={count}
      found={found.length}
      value={words}
      onChange={setWords}
    />
  );
}

interface FindingProps<T> {
  /** What the list is of: "Private keys". */
  readonly label: string;
  readonly rows: readonly T[];
  /** A row in words, for finding it. */
  readonly textOf: (row: T) => string;
  /** Draws these rows; `none` is what stands in the place of rows that a search did not find. */
  readonly children: (shown: readonly T[], none?: string) => ReactNode;
}

/** Draws a part of a long list, with a field to find the others by typing and a button for more; a short list as it is. */
export function Finding<T extends object>({ label, rows, textOf, children }: FindingProps<T>): ReactNode {
  const search = useRowSearch(rows, textOf);
  const [most, setMost] = useState(DRAWN);
  const { isLong, found } = search;
  const more = found.length - most;
  const drawn = useMemo(
    () => (isLong ? children(found.slice(0, most), UI_TEXT.find.none) : children(found)),
    [children, isLong, found, most],
  );
  return (
    <>
      <RowSearchField label={label} search={search} />
      {drawn}
      {more > 0 && (
        <div className={styles['more']}>
          <span>{UI_TEXT.find.more(more.toLocaleString('en'))}</span>
          <Button small onPress={() => setMost(most + DRAWN)}>
            {UI_TEXT.find.show(Math.min(more, DRAWN))}
          </Button>
        </div>
      )}
    </>
  );
}

interface FindFieldProps extends Pick<SearchFieldProps, 'value' | 'onChange' | 'autoFocus'> {
  readonly label: string;
  /** How many there are to find. */
  readonly count: number;
  /** How many match what is typed; it is said, with a button that empties the field. */
  readonly found?: number;
}

/** A line above a long list: what is typed narrows it. */
export function FindField({ label, count, found, ...rest }: FindFieldProps): ReactNode {
  return (
    <SearchField aria-label={label} className={styles['find'] ?? ''} {...rest}>
      <div className={field['box']}>
        <Icon of={Search} className={styles['icon']} />
        <Input
          className={classNames(field['input'], styles['input'])}
          placeholder={UI_TEXT.find.among(count.toLocaleString('en'))}
          spellCheck="false"
        />
        {found !== undefined && <FoundCount {...{ count, found }} isAsked={Boolean(rest.value?.trim())} />}
      </div>
    </SearchField>
  );
}

interface FoundCountProps {
  readonly count: number;
  readonly found: number;
  readonly isAsked: boolean;
}

/** How many of how many are left, and the way back to all of them. */
const FoundCount = ({ count, found, isAsked }: FoundCountProps): ReactNode => (
  <>
    <span role="status" className={styles['count']}>
      {isAsked && UI_TEXT.find.found(found.toLocaleString('en'), count.toLocaleString('en'))}
    </span>
    {isAsked && <Button kind="quiet" small icon={X} aria-label={UI_TEXT.find.clear} />}
  </>
);
