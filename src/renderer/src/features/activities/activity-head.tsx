import type { ReactNode } from 'react';
import styles from './activities.module.css';
import { activitiesText } from './text.ts';

/** The names of the columns, for those who see them; rows say themselves in words. */
export const ActivityHead = (): ReactNode => (
  <div className={styles['head']} aria-hidden>
    <span>{activitiesText.columns.effect}</span>
    <span>{activitiesText.columns.what}</span>
    <span>{activitiesText.columns.state}</span>
    <span>{activitiesText.columns.age}</span>
  </div>
);
