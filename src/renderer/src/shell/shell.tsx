import { type ReactNode, useEffect, useRef } from 'react';
import { useKnownSnapshot } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { go, useNavigation } from '../navigation/navigation.ts';
import { Skeleton } from '../ui/states.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { showToast } from '../ui/toasts.ts';
import bar from './bar.module.css';
import { Bar } from './bar.tsx';
import { useKnown } from './known-code.ts';
import styles from './shell.module.css';
import { loadScreensAhead, useCurrentScreen } from './screens.ts';
import { useShortcuts } from './use-shortcuts.ts';
import sidebar from './sidebar.module.css';
import { Sidebar } from './sidebar.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import status from './status-line.module.css';
import { SHELL_TEXT } from './text.ts';

/**
 * The window: sidebar, bar, the current screen, and the status line. Only the screen scrolls. Until the first answer has come, an
 * operator can go to a screen, and sees lines in the place of what it will show.
 */
export function Shell(): ReactNode {
  useShortcuts();
  const known = useKnown();
  const isKnown = known !== null;
  const profileId = useKnownSnapshot()?.profileId;
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
      {known ? <known.StatusLine /> : <StartingLine />}
      {known && <known.CommandPalette />}
      {known && <known.ShortcutSheet />}
    </div>
  );
}

/** The current screen, from its beginning at each arrival. @param profileId undefined until the first answer has come */
function Screen({ profileId }: { profileId: string | undefined }): ReactNode {
  const known = useKnown();
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
      {known ? <known.KnownScreen screen={screen} /> : <ScreenSkeleton />}
    </main>
  );
}

const StartingLine = (): ReactNode => (
  <div className={status['line']} role="status">
    {SHELL_TEXT.start.starting}
  </div>
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
        <ScreenSkeleton />
      </main>
      <StartingLine />
    </div>
  );
}
