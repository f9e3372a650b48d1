import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { useAppState } from './bridge/app-state.ts';
import { FirstRun } from './features/first-run/first-run.tsx';
import { useStage } from './features/first-run/stage.ts';
import { KeychainScreen } from './features/lock/keychain-screen.tsx';
import { LockScreen } from './features/lock/lock-screen.tsx';
import { StartFailed } from './features/lock/start-failed.tsx';
import { Frame, FrameSkeleton } from './shell/frame.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

/** The whole window: one of a few full screens, or the frame with its screens. */
export function App(): ReactNode {
  const session = useAppState();
  return (
    // The library's own words ("Dismiss") in the language of ours, whatever the system's is.
    <I18nProvider locale="en-GB">
      {session.state === 'loading' && <FrameSkeleton />}
      {session.state === 'failed' && <StartFailed error={session.error} />}
      {session.state === 'ready' && <Ready bootstrap={session.bootstrap} />}
      {session.state !== 'ready' && <ToastRegion />}
    </I18nProvider>
  );
}

function Ready({ bootstrap }: { bootstrap: AppSnapshot }): ReactNode {
  const stage = useStage((state) => state.stage.name);
  // A toast may name what a locked console hides.
  if (bootstrap.locked) return <LockScreen />;
  const isReady = bootstrap.health.keychain.state === 'ready';
  // The frame has a place of its own for toasts.
  if (isReady && bootstrap.credentials.length > 0 && stage === 'question') return <Frame />;
  return (
    <>
      {isReady ? <FirstRun /> : <KeychainScreen />}
      <ToastRegion />
    </>
  );
}
