import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './countdown.module.css';

/** Minutes and seconds, for example `4:05`, with hours before them from one on; never below zero. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const end = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${end}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${end}`;
}

const two = (count: number): string => String(count).padStart(2, '0');

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
