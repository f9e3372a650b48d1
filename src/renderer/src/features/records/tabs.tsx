import type { ReactNode } from 'react';
import { Segmented } from '../../ui/choices.tsx';
import styles from './records.module.css';

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** The parts of a screen, above what they show. */
export const Tabs = <Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>): ReactNode => (
  <div className={styles['tabs']}>
    <Segmented label={label} options={tabs} value={value} onChange={onChange} />
  </div>
);
