import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { filterActivities, useActivities } from './activities-store.ts';
import type { View } from './activities-store.ts';
import styles from './activities.module.css';
import { typeWords } from './activity-words.ts';

const VIEWS: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'mine', label: 'Mine' },
  { id: 'failed', label: 'Failed' },
];
const ANY = 'any';

/** Which activities are listed. */
export function ActivityTools(): ReactNode {
  const { view, type, types } = useActivities();
  const known = type === null || types.includes(type) ? types : [...types, type];
  return (
    <div className={styles['tools']}>
      <Segmented
        label="Which activities"
        options={VIEWS}
        value={view}
        onChange={(id) => void filterActivities({ view: id })}
      />
      <Select
        label="Operation"
        hideLabel
        className={styles['type']}
        options={[{ id: ANY, label: 'Any operation' }, ...known.map((id) => ({ id, label: typeWords(id) }))]}
        value={type ?? ANY}
        onChange={(id) => void filterActivities({ type: id === ANY ? null : id })}
      />
    </div>
  );
}
