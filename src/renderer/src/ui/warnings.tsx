import type { ReactNode } from 'react';
import type { Warning } from '#chains/model/decoded.ts';
import { Note } from './note.tsx';
import styles from './warnings.module.css';
import { UI_TEXT } from './text.ts';

const TONES = { notice: 'plain', caution: 'warn', danger: 'bad' } as const;
const ORDER: readonly Warning['severity'][] = ['danger', 'caution', 'notice'];

/** Warnings, the gravest first; nothing when there are none. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }): ReactNode {
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort(
    (one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity),
  );
  return (
    <ul className={styles['list']} aria-label={UI_TEXT.warnings}>
      {sorted.map((warning, index) => (
        <li key={`${warning.code}-${index}`}>
          <Note tone={TONES[warning.severity]} title={warning.title}>
            {warning.text}
          </Note>
        </li>
      ))}
    </ul>
  );
}
