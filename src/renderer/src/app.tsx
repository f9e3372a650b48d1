import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { OPENINGS } from '#preload/contract/opening.ts';
import { useAppState } from './bridge/app-state.ts';
import { FirstRun } from './features/first-run/first-run.tsx';
import { useStage } from './features/first-run/question.tsx';
import { UnlockStep } from './features/first-run/unlock-step.tsx';
import { KeychainScreen, LockScreen, StartFailed } from './features/lock/plates.tsx';
import { Shell, ShellSkeleton } from './shell/shell.tsx';
import { OfflineBanner } from './shell/sidebar.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

/** The whole window: one of a few full screens, or the shell with its screens. */
export const App = (): ReactNode => (
  // The library's own words ("Dismiss") in the language of ours, whatever the system's is.
  <I18nProvider locale="en-GB">
    <Window />
  </I18nProvider>
);

function Window(): ReactNode {
  const appState = useAppState();
  const stage = useStage((state) => state.stage.name);
  if (appState.state === 'failed')
    return (
      <>
        <StartFailed error={appState.error} />
        <ToastRegion />
      </>
    );
  const snapshot = appState.state === 'ready' ? appState.snapshot : null;
  // A toast may name what a locked console hides.
  if (snapshot?.locked === true)
    return (
      <>
        <OfflineBanner isApart />
        <LockScreen />
      </>
    );
  const isReady = snapshot?.health.keychain.state === 'ready';
  // Before any key, and also on a console whose operator never chose.
  if (snapshot === null ? location.hash === OPENINGS.question : isReady && !snapshot.unlockChosen)
    return (
      <>
        <UnlockStep />
        <ToastRegion />
      </>
    );
  const isOpen =
    (snapshot !== null && snapshot.credentials.length > 0 && stage === 'question') || stage === 'ceremony';
  // The shell has a place of its own for toasts.
  if (snapshot === null ? location.hash === OPENINGS.screens : isReady && isOpen) return <Shell />;
  if (snapshot === null)
    return (
      <>
        <ShellSkeleton />
        <ToastRegion />
      </>
    );
  return (
    <>
      <OfflineBanner isApart />
      {isReady ? <FirstRun /> : <KeychainScreen />}
      <ToastRegion />
    </>
  );
}
