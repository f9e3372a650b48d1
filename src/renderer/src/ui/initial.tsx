import type { ReactNode } from 'react';
import styles from './initial.module.css';

/** The first letter of a name in a circle, to tell rows apart at a glance. */
export function Initial({ of }: { of: string }): ReactNode {
  return <span className={styles['initial']} data-letter={of.slice(0, 1).toUpperCase()} aria-hidden />;
}
