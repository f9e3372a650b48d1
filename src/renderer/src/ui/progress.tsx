import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { formatCountdown } from '../format/time.ts';
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

/** Counts down to a time (ms since the epoch) and says once when it has passed. */
export function Countdown({ untilMs, onEnd }: { untilMs: number; onEnd?: () => void }): ReactNode {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const over = nowMs >= untilMs;
  useEffect(() => {
    if (over) {
      onEnd?.();
      return undefined;
    }
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over, onEnd]);
  return (
    <time className={styles['countdown']} role="timer">
      {formatCountdown(untilMs - nowMs)}
    </time>
  );
}
