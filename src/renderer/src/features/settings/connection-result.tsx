import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionCheck } from '#preload/contract/profiles.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const ICONS = { ok: CircleCheck, warn: CircleAlert, failed: CircleX, skipped: CircleDashed } as const;

// A dialog with much in it may have the rows below its edge.
const showWhole = (list: HTMLUListElement | null): void => list?.scrollIntoView({ block: 'nearest' });

/** What the test of a connection found: one row for each thing that it looked at, with what to do. */
export function ConnectionResult({ checks }: { checks: readonly ConnectionCheck[] }): ReactNode {
  const TEXT = SETTINGS_TEXT.profiles;
  return (
    <ul ref={showWhole} className={styles['checks']} aria-label={TEXT.testResult} aria-live="polite">
      {checks.map(({ id, state, found, remedy }) => (
        <li key={id} data-state={state}>
          <Icon of={ICONS[state]} />
          <div className={styles['words']}>
            <div className={styles['name']}>
              {TEXT.checks[id]}
              <span className={styles['state']}>{TEXT.states[state]}</span>
            </div>
            <div className={styles['text']}>{found}</div>
            {remedy !== '' && <div className={styles['text']}>{remedy}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}
