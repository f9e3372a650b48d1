import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** A key or a chord as it is printed on the keyboard, for example `Ctrl K`. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles['kbd']}>{children}</kbd>;
}
