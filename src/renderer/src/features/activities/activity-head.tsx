import type { ReactNode } from 'react';
import styles from './activities.module.css';

/** The names of the columns, for those who see them; rows say themselves in words. */
export const ActivityHead = (): ReactNode => (
  <div className={styles['head']} aria-hidden>
    <span>Effect</span>
    <span>What</span>
    <span>State</span>
    <span>Age</span>
  </div>
);
