import type { ReactNode } from 'react';
import styles from './hidden-text.module.css';

/** Words for those who do not see the window; they stand in the accessible name of what holds them. */
export function HiddenText({ children }: { children: ReactNode }): ReactNode {
  return <span className={styles['hidden']}>{children}</span>;
}
