import { type ComponentType, type ReactNode, lazy } from 'react';
import { getConsole, windowError } from '../bridge/console.ts';
import { FailedState } from './states.tsx';
import { attempt } from './toasts.ts';

/** Has the window's page loaded anew. What an engine couldn't load once, it doesn't ask for again in the same page. */
export const reloadWindow = (): void => void attempt(() => getConsole().app.reload());

/** Stands in the place of what has no code, as its file can't be read. */
export const CodeUnread = (): ReactNode => (
  <FailedState error={windowError('CODE_UNREAD')} onRetry={reloadWindow} />
);

/** A component whose code is loaded when it is first drawn, within a `Suspense`; where that fails it says so. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazy(() =>
    load()
      .catch((): ComponentType<P> => CodeUnread)
      .then((component) => ({ default: component })),
  );
