import type { ReactNode } from 'react';
import styles from './activities.module.css';
import { ACTIVITY_TEXT } from './text.ts';

/** The names of the columns, for those who see them; rows say themselves in words. */
export const ActivityHead = (): ReactNode => (
  <div className={styles['head']} aria-hidden>
    <span>{ACTIVITY_TEXT.columns.effect}</span>
    <span>{ACTIVITY_TEXT.columns.what}</span>
    <span>{ACTIVITY_TEXT.columns.state}</span>
    <span>{ACTIVITY_TEXT.columns.age}</span>
  </div>
);
