import { type ReactNode, useState } from 'react';
import { useNavigation } from '../../navigation/navigation.ts';
import { Segmented } from '../../ui/choices.tsx';
import styles from './records.module.css';

/** Which part of a screen is shown: the one it was asked for (`policies`, or `policies/ID` for a record of it), else its first. */
export function useTab<Id extends string>(
  tabs: readonly [{ readonly id: Id }, ...{ readonly id: Id }[]],
): readonly [Id, (id: Id) => void] {
  const asked = useNavigation((state) => state.focus);
  return useState<Id>(tabs.find(({ id }) => id === asked?.split('/')[0])?.id ?? tabs[0].id);
}

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
