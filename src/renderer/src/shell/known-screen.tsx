import { type ReactNode, useEffect } from 'react';
import { useCredentials, useHealth, useIsOffline } from '../bridge/app-state.ts';
import { NoCredential } from '../features/credentials/no-credential.tsx';
import { PasskeyWatch } from '../features/credentials/passkey-ceremony.tsx';
import { ServiceFailed, ServiceStarting } from '../features/lock/service-states.tsx';
import { SessionWatch } from '../features/sessions/session-watch.tsx';
import { CodeUnread } from '../ui/later.tsx';
import { ScreenLayout } from '../ui/layout.tsx';
import { NeedsNetwork } from './needs-network.tsx';
import { type ScreenEntry, loadScreen, useScreenCode } from './screens.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** A screen on a console whose state is known, or what is in its way. */
export const KnownScreen = ({ screen }: { screen: ScreenEntry }): ReactNode => (
  <>
    <PasskeyWatch />
    <SessionWatch />
    <ScreenBody screen={screen} />
  </>
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
  if (code === undefined) return <ScreenSkeleton />;
  if (code === 'unread')
    return (
      <ScreenLayout>
        <CodeUnread />
      </ScreenLayout>
    );
  return <code.component />;
}
