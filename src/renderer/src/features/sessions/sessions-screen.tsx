import { LogIn, LogOut, Timer } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LoginSession } from '../../../../preload/contract/login-sessions.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { useSubtitle } from '../../navigation/use-subtitle.ts';
import { ScreenLayout } from '../../ui/screen-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EndDialog } from './end-dialog.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { SessionTable } from './session-table.tsx';
import { loadLoginSessions, useLoginSessions } from './sessions-store.ts';

const askForSession = (): void => useNavigation.setState({ focus: 'open' });
const closeForm = (): void => useNavigation.setState({ focus: null });

/** The sessions that are open, of every profile, and what can be done with them. */
export function SessionsScreen(): ReactNode {
  const known = useLoginSessions();
  const focus = useNavigation((state) => state.focus);
  const [ending, setEnding] = useState<readonly LoginSession[] | null>(null);
  const sessions = known.state === 'ready' ? known.sessions : [];
  useSubtitle(sessions.length === 0 ? '' : `${sessions.length} open`);
  const open = (
    <Button kind="primary" icon={LogIn} onPress={askForSession}>
      Open a session
    </Button>
  );
  return (
    <ScreenLayout>
      <Card label="Sessions">
        <CardHeader title="Sessions" />
        {known.state === 'loading' && (
          <CardSection>
            <div aria-busy="true">
              <Skeleton lines={4} />
            </div>
          </CardSection>
        )}
        {known.state === 'failed' && (
          <FailedState error={known.error} onRetry={() => void loadLoginSessions()} />
        )}
        {known.state === 'ready' && sessions.length === 0 && (
          <EmptyState icon={Timer} title="No session is open" action={open}>
            A session stamps for a while with a key of its own, and ends by itself. The key that lasts rests
            meanwhile.
          </EmptyState>
        )}
        {sessions.length > 0 && (
          <>
            <CardSection flush>
              <SessionTable sessions={sessions} onEnd={(session) => setEnding([session])} />
            </CardSection>
            <CardFooter note="A session’s key is in the keychain. It is destroyed there when the session ends.">
              <Button icon={LogOut} onPress={() => setEnding(sessions)}>
                End all
              </Button>
              {open}
            </CardFooter>
          </>
        )}
      </Card>
      {(focus === 'open' || focus?.startsWith('renew:') === true) && (
        <OpenDialog isRenewal={focus !== 'open'} onClose={closeForm} />
      )}
      {ending !== null && <EndDialog sessions={ending} onClose={() => setEnding(null)} />}
    </ScreenLayout>
  );
}
