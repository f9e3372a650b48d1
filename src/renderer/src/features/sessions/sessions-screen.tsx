import { LogIn, LogOut, Timer } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EndDialog } from './end-dialog.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { SessionTable } from './session-table.tsx';
import { loadLoginSessions, useLoginSessions } from './sessions-store.ts';
import { SESSION_TEXT } from './text.ts';

const TEXT = SESSION_TEXT.screen;

const askForSession = (): void => useNavigation.setState({ focus: 'open' });
const closeForm = (): void => useNavigation.setState({ focus: null });

/** The sessions that are open, of every profile, and what can be done with them. */
export function SessionsScreen(): ReactNode {
  const known = useLoginSessions();
  const focus = useNavigation((state) => state.focus);
  const [ending, setEnding] = useState<readonly LoginSession[] | null>(null);
  const sessions = known.state === 'ready' ? known.sessions : [];
  useSubtitle(sessions.length === 0 ? '' : TEXT.count(sessions.length));
  const open = (
    <Button kind="primary" icon={LogIn} onPress={askForSession}>
      {SESSION_TEXT.open}
    </Button>
  );
  return (
    <ScreenLayout>
      <Card label={TEXT.title}>
        <CardHeader title={TEXT.title} />
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
          <EmptyState icon={Timer} title={TEXT.empty} action={open}>
            {TEXT.emptyHint}
          </EmptyState>
        )}
        {sessions.length > 0 && (
          <>
            <CardSection flush>
              <SessionTable sessions={sessions} onEnd={(session) => setEnding([session])} />
            </CardSection>
            <CardFooter note={TEXT.note}>
              <Button icon={LogOut} onPress={() => setEnding(sessions)}>
                {TEXT.endAll}
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
