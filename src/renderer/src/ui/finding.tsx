import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FindField } from './find-field.tsx';
import styles from './finding.module.css';
import { DRAWN, matching } from './matching.ts';
import { UI_TEXT } from './text.ts';

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
export function Finding<T>({ label, rows, textOf, children }: FindingProps<T>): ReactNode {
  const [words, setWords] = useState('');
  const [most, setMost] = useState(DRAWN);
  if (rows.length <= DRAWN) return children(rows);
  const { shown, more } = matching(rows, words, textOf, most);
  return (
    <>
      <FindField label={UI_TEXT.find.label(label)} count={rows.length} value={words} onChange={setWords} />
      {children(shown, UI_TEXT.find.none)}
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
