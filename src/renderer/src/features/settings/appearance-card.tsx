import type { ReactNode } from 'react';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Card, CardSection } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './settings.module.css';
import { settingsText } from './text.ts';

const THEMES = [
  { id: 'system', label: settingsText.appearance.system },
  { id: 'light', label: settingsText.appearance.light },
  { id: 'dark', label: settingsText.appearance.dark },
] as const;

/** Light, dark, or as the system says. */
export function AppearanceCard(): ReactNode {
  const { theme } = useAppSnapshot();
  return (
    <Card label={settingsText.appearance.title}>
      <CardSection className={styles['line']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{settingsText.appearance.title}</h2>
          <div className={styles['text']}>{settingsText.appearance.text}</div>
        </div>
        <Segmented
          label={settingsText.appearance.theme}
          options={THEMES}
          value={theme}
          onChange={(next) => void attempt(() => getConsole().app.setTheme({ theme: next }))}
        />
      </CardSection>
    </Card>
  );
}
