import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './status-dot.module.css';

/** A dot beside words that say the same. */
export function StatusDot({ tone }: { tone: 'ok' | 'wait' | 'bad' }): ReactNode {
  return <span className={classNames(styles['dot'], styles[tone])} aria-hidden />;
}
