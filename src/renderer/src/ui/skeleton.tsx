import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Grey lines in the place of words that are under way, so that nothing moves when they come. */
export function Skeleton({ lines = 1, wide }: { lines?: number; wide?: boolean }): ReactNode {
  return (
    <div className={styles['skeleton']} aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={classNames(styles['line'], wide && styles['wide'])} />
      ))}
    </div>
  );
}
