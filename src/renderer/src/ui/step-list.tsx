import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './step-list.module.css';

interface StepListProps {
  readonly label: string;
  readonly steps: readonly { readonly name: string; readonly isDone: boolean }[];
  /** The index of the step that is next; -1 when none is. */
  readonly at: number;
  /** Stands at the end of the line: a button that leaves. */
  readonly children?: ReactNode;
}

/** The steps of something that is done in order; those that are done have a check. */
export function StepList({ label, steps, at, children }: StepListProps): ReactNode {
  return (
    <div className={styles['head']}>
      <ol className={styles['steps']} aria-label={label}>
        {steps.map(({ name, isDone }, index) => (
          <li key={name} className={styles['step']} aria-current={index === at ? 'step' : undefined}>
            {isDone && <Icon of={Check} className={styles['done']} />}
            <span className={isDone ? styles['done'] : undefined}>{name}</span>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
