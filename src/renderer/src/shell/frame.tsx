import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useAppSnapshot, useCredentials } from '../bridge/app-state.ts';
import { followNotices } from '../features/activities/notices.ts';
import { NoCredential } from '../features/credentials/no-credential.tsx';
import { PasskeyWatch } from '../features/credentials/passkey-watch.tsx';
import { ServiceFailed, ServiceStarting } from '../features/lock/service-states.tsx';
import { SessionWatch } from '../features/sessions/session-watch.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { Bar } from './bar.tsx';
import { useNavigation } from '../navigation/navigation.ts';
import { Rail } from './sidebar.tsx';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusLine } from './status-line.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import styles from './frame.module.css';

/** The window: rail, bar, the current screen, and the status line. Only the screen scrolls. */
export function Frame(): ReactNode {
  useShortcuts();
  useEffect(followNotices, []);
  const { screen: id, visit } = useNavigation();
  const { profileId } = useAppSnapshot();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // Arriving by a shortcut leaves the focus nowhere; Tab should then start in the screen.
    if (document.activeElement === document.body) main.current?.focus();
  }, [visit, profileId]);
  const screen = SCREENS.find((candidate) => candidate.id === id) ?? SCREENS[0];
  if (!screen) return null;
  return (
    <div className={styles['frame']}>
      <Rail />
      <Bar title={screen.title} />
      <main className={styles['main']} key={`${profileId} ${visit}`} ref={main} tabIndex={-1}>
        <PasskeyWatch />
        <SessionWatch />
        <ScreenBody screen={screen} />
      </main>
      <ToastRegion isInFlow />
      <StatusLine />
      <CommandPalette />
      <ShortcutSheet />
    </div>
  );
}

function ScreenBody({ screen }: { screen: Screen }): ReactNode {
  const { service } = useAppSnapshot().health;
  const credentials = useCredentials();
  if (screen.needsService && credentials.length === 0) return <NoCredential />;
  if (screen.needsService && service.state === 'failed') return <ServiceFailed service={service} />;
  if (screen.needsService && service.state === 'starting') return <ServiceStarting />;
  const Body = screen.component;
  return <Body />;
}
