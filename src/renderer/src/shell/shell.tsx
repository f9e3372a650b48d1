import { type ReactNode, useEffect, useRef } from 'react';
import { useCredentials, useHealth, useIsOffline, useKnownSnapshot } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { NoCredential } from '../features/credentials/no-credential.tsx';
import { PasskeyWatch } from '../features/credentials/passkey-ceremony.tsx';
import { ServiceFailed, ServiceStarting } from '../features/lock/service-states.tsx';
import { SessionWatch } from '../features/sessions/session-watch.tsx';
import { go, useNavigation } from '../navigation/navigation.ts';
import { ScreenLayout } from '../ui/layout.tsx';
import { FailedState, Skeleton } from '../ui/states.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { showToast } from '../ui/toasts.ts';
import bar from './bar.module.css';
import { Bar } from './bar.tsx';
import { CommandPalette } from './command-palette.tsx';
import { NeedsNetwork } from './needs-network.tsx';
import styles from './shell.module.css';
import {
  type ScreenEntry,
  loadScreen,
  loadScreensAhead,
  useCurrentScreen,
  useScreenCode,
} from './screens.ts';
import { ShortcutSheet, useShortcuts } from './shortcut-sheet.tsx';
import sidebar from './sidebar.module.css';
import { Sidebar } from './sidebar.tsx';
import status from './status-line.module.css';
import { StatusLine } from './status-line.tsx';
import { SHELL_TEXT } from './text.ts';

/**
 * The window: sidebar, bar, the current screen, and the status line. Only the screen scrolls. Until the first answer has come, an
 * operator can go to a screen, and sees lines in the place of what it will show.
 */
export function Shell(): ReactNode {
  useShortcuts();
  const profileId = useKnownSnapshot()?.profileId;
  const isKnown = profileId !== undefined;
  useEffect(() => (isKnown ? followNotices() : undefined), [isKnown]);
  useEffect(() => {
    if (isKnown) void loadScreensAhead();
  }, [isKnown]);
  // The shell doesn't subscribe to the navigation: changing the screen must not render the sidebar and the bar again.
  return (
    <div className={styles['shell']}>
      <Sidebar />
      <Bar />
      <Screen profileId={profileId} />
      <ToastRegion isInFlow />
      {isKnown ? <StatusLine /> : <StartingLine />}
      {isKnown && <CommandPalette />}
      <ShortcutSheet />
    </div>
  );
}

/** The current screen, from its beginning at each arrival. @param profileId undefined until the first answer has come */
function Screen({ profileId }: { profileId: string | undefined }): ReactNode {
  const screen = useCurrentScreen();
  const visit = useNavigation((state) => state.visit);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // Arriving by a shortcut leaves the focus nowhere; Tab should then start in the screen.
    if (document.activeElement === document.body) main.current?.focus();
  }, [visit, profileId]);
  if (screen === undefined) return null;
  return (
    <main className={styles['main']} key={`${profileId ?? ''} ${visit}`} ref={main} tabIndex={-1}>
      {profileId === undefined ? <SkeletonScreen /> : <KnownScreen screen={screen} />}
    </main>
  );
}

const KnownScreen = ({ screen }: { screen: ScreenEntry }): ReactNode => (
  <>
    <PasskeyWatch />
    <SessionWatch />
    <ScreenBody screen={screen} />
  </>
);

const StartingLine = (): ReactNode => (
  <div className={status['line']} role="status">
    {SHELL_TEXT.start.starting}
  </div>
);

function ScreenBody({ screen }: { screen: ScreenEntry }): ReactNode {
  const service = useHealth((health) => health.service);
  const credentials = useCredentials();
  const isOffline = useIsOffline();
  if (isOffline && !screen.worksOffline) return <NeedsNetwork screen={screen} />;
  if (screen.needsService && credentials.length === 0) return <NoCredential />;
  if (screen.needsService && service.state === 'failed') return <ServiceFailed service={service} />;
  if (screen.needsService && service.state === 'starting') return <ServiceStarting service={service} />;
  return <LoadedScreen screen={screen} />;
}

function LoadedScreen({ screen }: { screen: ScreenEntry }): ReactNode {
  const code = useScreenCode(screen.id);
  useEffect(() => void loadScreen(screen), [screen]);
  if (code === undefined) return <SkeletonScreen />;
  if ('error' in code)
    return (
      <ScreenLayout>
        <FailedState error={code.error} onRetry={() => void loadScreen(screen)} />
      </ScreenLayout>
    );
  return <code.component />;
}

const SkeletonScreen = (): ReactNode => (
  <ScreenLayout>
    <div className={styles['card']} aria-busy="true">
      <Skeleton lines={6} />
    </div>
  </ScreenLayout>
);

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

/** The shell while the first answer is under way: lines in the places of what will come. */
export function ShellSkeleton(): ReactNode {
  return (
    <div className={`${styles['shell'] ?? ''} ${styles['late'] ?? ''}`} aria-busy="true">
      <div className={sidebar['sidebar']}>
        <div className={sidebar['unknown']} />
        <div className={styles['entries']}>
          <Skeleton lines={6} />
        </div>
      </div>
      <div className={bar['bar']}>
        <h1 className={bar['title']}>{SHELL_TEXT.start.name}</h1>
      </div>
      <main className={styles['main']} aria-label={SHELL_TEXT.start.loading}>
        <SkeletonScreen />
      </main>
      <StartingLine />
    </div>
  );
}
