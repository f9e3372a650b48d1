import type { ReactNode } from 'react';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Card, CardSection } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/choices.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const THEMES = [
  { id: 'system', label: SETTINGS_TEXT.appearance.system },
  { id: 'light', label: SETTINGS_TEXT.appearance.light },
  { id: 'dark', label: SETTINGS_TEXT.appearance.dark },
] as const;

/** Light, dark, or as the system says. */
export function AppearanceCard(): ReactNode {
  const { theme } = useAppSnapshot();
  return (
    <Card label={SETTINGS_TEXT.appearance.title}>
      <CardSection className={styles['line']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{SETTINGS_TEXT.appearance.title}</h2>
          <div className={styles['text']}>{SETTINGS_TEXT.appearance.text}</div>
        </div>
        <Segmented
          label={SETTINGS_TEXT.appearance.theme}
          options={THEMES}
          value={theme}
          onChange={(next) => void attempt(() => getConsole().app.setTheme({ theme: next }))}
        />
      </CardSection>
    </Card>
  );
}
