import { Search } from 'lucide-react';
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
export function Finding<T>(props: FindingProps<T>): ReactNode {
  return props.rows.length <= DRAWN ? props.children(props.rows) : <LongList {...props} />;
}

function LongList<T>({ label, rows, textOf, children }: FindingProps<T>): ReactNode {
  const [words, setWords] = useState('');
  const [most, setMost] = useState(DRAWN);
  // A letter stands in the field at once; the rows follow when the window has time.
  const asked = useDeferredValue(words);
  const { shown, more } = useMemo(() => matching(rows, asked, textOf, most), [rows, asked, textOf, most]);
  const drawn = useMemo(() => children(shown, UI_TEXT.find.none), [children, shown]);
  return (
    <>
      <FindField label={UI_TEXT.find.label(label)} count={rows.length} value={words} onChange={setWords} />
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
}

/** A line above a long list: what is typed narrows it. */
export function FindField({ label, count, ...rest }: FindFieldProps): ReactNode {
  return (
    <SearchField aria-label={label} className={styles['find'] ?? ''} {...rest}>
      <div className={field['box']}>
        <Icon of={Search} className={styles['icon']} />
        <Input
          className={classNames(field['input'], styles['input'])}
          placeholder={UI_TEXT.find.among(count.toLocaleString('en'))}
          spellCheck="false"
        />
      </div>
    </SearchField>
  );
}
