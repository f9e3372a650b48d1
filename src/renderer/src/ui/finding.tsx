import { Search, SearchX, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { SearchField, type SearchFieldProps } from 'react-aria-components/SearchField';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import field from './fields.module.css';
import styles from './finding.module.css';
import { Icon } from './icon.tsx';
import { EmptyState } from './states.tsx';
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
  const asked = askedWords(words);
  const found = asked.length === 0 ? rows : rows.filter((row) => hasAll(textOf(row), asked));
  return { shown: found.slice(0, most), more: Math.max(found.length - most, 0) };
}

/**
 * The same for what is chosen by its name: first those whose label has every word. Two digits of a name stand in every other ID, and only
 * so many are shown.
 */
export function matchingChoices<T extends { readonly label: string }>(
  choices: readonly T[],
  words: string,
  textOf: (choice: T) => string,
  most = DRAWN,
): Matches<T> {
  const asked = askedWords(words);
  if (asked.length === 0) return matching(choices, words, textOf, most);
  const { shown: found } = matching(choices, words, textOf, choices.length);
  const named = found.filter(({ label }) => hasAll(label, asked));
  const others = found.filter(({ label }) => !hasAll(label, asked));
  return { shown: [...named, ...others].slice(0, most), more: Math.max(found.length - most, 0) };
}

const askedWords = (words: string): string[] => words.toLowerCase().split(/\s+/).filter(Boolean);

function hasAll(text: string, asked: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return asked.every((word) => lower.includes(word));
}

/** A list of more rows than these has a field that narrows it; a shorter one is read at a glance. */
export const FIND_ABOVE = 10;
/** So much can be typed, and saved, to narrow a list. */
export const WORDS_LENGTH = 200;

/** A list and what is typed to narrow it. */
export interface WordSearch<T> {
  /** Whether the list is long enough for a field; a shorter one is never narrowed. */
  readonly isLong: boolean;
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** All that the list has, and those of it that match. */
  readonly count: number;
  readonly found: readonly T[];
  /** Whether there are further rows that aren't here to be found. */
  readonly isPart?: boolean;
}

/** The same with the filters that were saved for the list: no list that can be searched is without them. */
export interface RowSearch<T> extends WordSearch<T> {
  /** Beside the field. */
  readonly menu: ReactNode;
  /** Below it. */
  readonly chips: ReactNode;
}

/** The field of a list that is narrowed; nothing above a short list. */
export function RowSearchField<T>({ label, search }: { label: string; search: RowSearch<T> }): ReactNode {
  const { isLong, isPart = false, count, found, words, setWords, menu, chips } = search;
  if (!isLong) return null;
  return (
    <div className={styles['head']}>
      <div className={styles['tools']}>
        <FindField
          label={UI_TEXT.find.label(label)}
          count={count}
          found={found.length}
          isPart={isPart}
          value={words}
          onChange={setWords}
          // Enter in a list within a form doesn't submit the form.
          onSubmit={() => undefined}
        />
        {menu}
      </div>
      {chips && <div className={styles['chips']}>{chips}</div>}
    </div>
  );
}

interface NoMatchesProps {
  /** Whether only a part of the list was looked through. */
  readonly isPart?: boolean;
  readonly onClear: () => void;
  /** What else may find it. */
  readonly action?: ReactNode;
}

/** Stands in the place of rows that a search hides: why there are none, and the way back to all of them. */
export const NoMatches = ({ isPart = false, onClear, action }: NoMatchesProps): ReactNode => (
  <EmptyState
    icon={SearchX}
    title={UI_TEXT.find.none}
    action={
      <>
        {action}
        <Button small onPress={onClear}>
          {UI_TEXT.find.clearAll}
        </Button>
      </>
    }
  >
    {isPart ? UI_TEXT.find.part : undefined}
  </EmptyState>
);

interface FindingProps<T> {
  /** What the list is of: "Private keys". */
  readonly label: string;
  readonly rows: readonly T[];
  readonly search: RowSearch<T>;
  /** Draws these rows. */
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** Draws a part of a long list, with a field to find the others by typing and a button for more; a short list as it is. */
export function Finding<T extends object>(props: FindingProps<T>): ReactNode {
  const { label, rows, search, children } = props;
  const [most, setMost] = useState(DRAWN);
  const { found, setWords } = search;
  const more = found.length - most;
  const isNone = found.length === 0 && rows.length > 0;
  const drawn = useMemo(
    () => (isNone ? <NoMatches onClear={() => setWords('')} /> : children(found.slice(0, most))),
    [children, isNone, setWords, found, most],
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

interface FindFieldProps extends Pick<SearchFieldProps, 'value' | 'onChange' | 'onSubmit' | 'autoFocus'> {
  readonly label: string;
  /** How many there are to find. */
  readonly count: number;
  /** How many match what is typed; it is said, with a button that empties the field. */
  readonly found?: number;
  /** Whether there are further ones that aren't here to be found. */
  readonly isPart?: boolean;
}

/** A line above a long list: what is typed narrows it. */
export function FindField({ label, count, found, isPart = false, ...rest }: FindFieldProps): ReactNode {
  return (
    <SearchField aria-label={label} className={styles['find'] ?? ''} {...rest}>
      <div className={field['box']}>
        <Icon of={Search} className={styles['icon']} />
        <Input
          className={classNames(field['input'], styles['input'])}
          placeholder={UI_TEXT.find[isPart ? 'amongLoaded' : 'among'](count.toLocaleString('en'))}
          spellCheck="false"
          maxLength={WORDS_LENGTH}
        />
        {found !== undefined && (
          <FoundCount {...{ count, found, isPart }} isAsked={Boolean(rest.value?.trim())} />
        )}
      </div>
    </SearchField>
  );
}

interface FoundCountProps {
  readonly count: number;
  readonly found: number;
  readonly isPart: boolean;
  readonly isAsked: boolean;
}

/** How many of how many are left, and the way back to all of them. */
const FoundCount = ({ count, found, isPart, isAsked }: FoundCountProps): ReactNode => (
  <>
    <span role="status" className={styles['count']}>
      {isAsked &&
        UI_TEXT.find[isPart ? 'foundLoaded' : 'found'](
          found.toLocaleString('en'),
          count.toLocaleString('en'),
        )}
    </span>
    {isAsked && <Button kind="quiet" small icon={X} aria-label={UI_TEXT.find.clear} />}
  </>
);
