import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '#renderer/ui/values.tsx';
import { Segmented } from '#renderer/ui/choices.tsx';
import styles from '../operations.module.css';
import { ReadableValue } from './readable-value.tsx';
import { RESULT_TEXT } from './text.ts';

const VIEWS = [
  { id: 'words', label: RESULT_TEXT.views.words },
  { id: 'json', label: RESULT_TEXT.views.json },
] as const;

interface ResultViewProps {
  readonly label: string;
  readonly value: unknown;
  readonly end?: ReactNode;
}

/** What the service gave back, to read or as JSON. */
export function ResultView({ label, value, end }: ResultViewProps): ReactNode {
  const [view, setView] = useState<'words' | 'json'>('words');
  const text = JSON.stringify(value, null, 2);
  return (
    <section className={styles['result']} aria-label={label}>
      <header className={styles['resultHead']}>
        <h3>{label}</h3>
        {end}
        <Segmented label={RESULT_TEXT.view} options={VIEWS} value={view} onChange={setView} />
        <CopyButton text={text} what={RESULT_TEXT.copy} />
      </header>
      {view === 'words' ? (
        <ReadableValue value={value} label={label} />
      ) : (
        <pre className={styles['json']} tabIndex={0}>
          {text}
        </pre>
      )}
    </section>
  );
}
