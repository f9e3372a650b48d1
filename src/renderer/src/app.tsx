import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { OPENINGS } from '#preload/contract/opening.ts';
import { useAppState, useKnownSnapshot } from './bridge/app-state.ts';
import { useStage } from './features/first-run/question.tsx';
import { UnlockStep } from './features/first-run/unlock-step.tsx';
import { StartFailed } from './features/lock/plates.tsx';
import { startWindow, useKnown } from './shell/known-code.ts';
import { Shell, ShellSkeleton } from './shell/shell.tsx';
import { OfflineBanner } from './shell/sidebar.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

/** As the page was opened: going to a screen changes the address. */
const { hash } = location;

/** The whole window: one of a few full screens, or the shell with its screens. */
export const App = (): ReactNode => (
  // The library's own words ("Dismiss") in the language of ours, whatever the system's is.
  <I18nProvider locale="en-GB">
    <Window />
  </I18nProvider>
);

function Window(): ReactNode {
  const state = useAppState((appState) => appState.state);
  const error = useAppState((appState) => (appState.state === 'failed' ? appState.error : null));
  const isReady = useAppState(
    (appState) => appState.state === 'ready' && appState.snapshot.health.keychain.state === 'ready',
  );
  const known = useKnown();
  const snapshot = useKnownSnapshot();
  const stage = useStage((state) => state.stage.name);
  // The same components as once the state is known, so that they keep focus and position.
  if (state === 'loading' && hash === OPENINGS.screens) return <Shell />;
  if (state === 'loading' && hash === OPENINGS.question) return <FirstQuestion />;
  if (snapshot === null || known === null)
    return (
      <>
        {error === null ? <ShellSkeleton /> : <StartFailed error={error} onRetry={startWindow} />}
        <ToastRegion />
      </>
    );
  // A toast may name what a locked console hides.
  if (snapshot.locked)
    return (
      <>
        <OfflineBanner isApart />
        <known.LockScreen />
      </>
    );
  // Before any key, and also on a console whose operator never chose.
  if (isReady && !snapshot.unlockChosen) return <FirstQuestion />;
  // The shell has a place of its own for toasts.
  const isOpen = (snapshot.credentials.length > 0 && stage === 'question') || stage === 'ceremony';
  if (isReady && isOpen) return <Shell />;
  return (
    <>
      <OfflineBanner isApart />
      {isReady ? <known.FirstRun /> : <known.KeychainScreen />}
      <ToastRegion />
    </>
  );
}

const FirstQuestion = (): ReactNode => (
  <>
    <UnlockStep />
    <ToastRegion />
  </>
);
