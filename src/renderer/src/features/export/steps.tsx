import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './export.module.css';
import { EXPORT_TEXT } from './text.ts';

/** The four steps of an export; those that are done have a check. */
export const Steps = ({ at }: { at: number }): ReactNode => (
  <ol className={styles['steps']} aria-label={EXPORT_TEXT.stepsLabel}>
    {EXPORT_TEXT.steps.map((name, index) => (
      <li key={name} className={styles['step']} aria-current={index === at ? 'step' : undefined}>
        {index < at && <Icon of={Check} className={styles['done']} />}
        {name}
      </li>
    ))}
  </ol>
);
