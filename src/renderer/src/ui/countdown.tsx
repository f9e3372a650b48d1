import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './countdown.module.css';
import { formatCountdown } from './format-countdown.ts';

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
