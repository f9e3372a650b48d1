import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useAppSnapshot, useCredentials } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { NoCredential } from '../features/credentials/no-credential.tsx';
import { PasskeyWatch } from '../features/credentials/passkey-watch.tsx';
import { ServiceFailed, ServiceStarting } from '../features/lock/service-states.tsx';
import { SessionWatch } from '../features/sessions/session-watch.tsx';
import { go, useNavigation } from '../navigation/navigation.ts';
import { ScreenLayout } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { showToast } from '../ui/toasts.ts';
import bar from './bar.module.css';
import { Bar } from './bar.tsx';
import { CommandPalette } from './command-palette.tsx';
import styles from './frame.module.css';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens.ts';
import { ShortcutSheet, useShortcuts } from './shortcut-sheet.tsx';
import rail from './sidebar.module.css';
import { Rail } from './sidebar.tsx';
import status from './status-line.module.css';
import { StatusLine } from './status-line.tsx';
import { SHELL_TEXT } from './text.ts';

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

/** Shows what the privileged side notices, and goes where a notification on the desktop was pressed. Gives back its end. */
function followNotices(): () => void {
  const { activities } = getConsole();
  const ends = [
    activities.noticed(({ title, text }) => showToast({ tone: 'plain', title, text })),
    activities.opened(({ activityId }) => go('activities', activityId)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The frame while the first answer is under way: lines in the places of what will come. */
export function FrameSkeleton(): ReactNode {
  return (
    <div className={`${styles['frame'] ?? ''} ${styles['late'] ?? ''}`} aria-busy="true">
      <div className={rail['rail']}>
        <div className={styles['profile']} />
        <div className={styles['entries']}>
          <Skeleton lines={6} />
        </div>
      </div>
      <div className={bar['bar']}>
        <h1 className={bar['title']}>{SHELL_TEXT.start.name}</h1>
      </div>
      <main className={styles['main']} aria-label={SHELL_TEXT.start.loading}>
        <ScreenLayout>
          <div className={styles['card']}>
            <Skeleton lines={6} />
          </div>
        </ScreenLayout>
      </main>
      <div className={status['line']} role="status">
        {SHELL_TEXT.start.starting}
      </div>
    </div>
  );
}
