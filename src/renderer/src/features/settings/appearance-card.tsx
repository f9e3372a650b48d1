import type { ReactNode } from 'react';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Card, CardSection } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './settings.module.css';

const THEMES = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

/** Light, dark, or as the system says. */
export function AppearanceCard(): ReactNode {
  const { theme } = useAppSnapshot();
  return (
    <Card label="Appearance">
      <CardSection className={styles['line']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>Appearance</h2>
          <div className={styles['text']}>System follows the theme of this machine.</div>
        </div>
        <Segmented
          label="Theme"
          options={THEMES}
          value={theme}
          onChange={(next) => void attempt(() => getConsole().app.setTheme({ theme: next }))}
        />
      </CardSection>
    </Card>
  );
}
