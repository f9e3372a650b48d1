import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Whether it stands still for now. */
  readonly paused?: boolean;
}

/** A bar that fills as work is done; the words beside it say the same. */
export const Progress = ({ label, value, max, paused }: ProgressProps): ReactNode => (
  <progress
    aria-label={label}
    className={classNames(styles['track'], paused && styles['still'])}
    value={value}
    max={Math.max(max, 1)}
  />
);
