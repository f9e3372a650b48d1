import { LogIn, LogOut, Timer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { useListSearch } from '../filters/list-search.tsx';
import { SessionTable, sessionText } from './session-table.tsx';
import { loadLoginSessions, useLoginSessions } from './sessions-store.ts';
import { SESSION_TEXT } from './text.ts';

const END_TEXT = SESSION_TEXT.end;
const SCREEN_TEXT = SESSION_TEXT.screen;

/** The same at each drawing: rows are put in words once. */
const NONE: readonly LoginSession[] = [];
const askForSession = (): void => useNavigation.setState({ focus: 'open' });
const closeForm = (): void => useNavigation.setState({ focus: null });

/** The sessions that are open, of every profile, and what can be done with them. */
export function SessionsScreen(): ReactNode {
  const known = useLoginSessions();
  const focus = useNavigation((state) => state.focus);
  const [ending, setEnding] = useState<readonly LoginSession[] | null>(null);
  const sessions = known.state === 'ready' ? known.sessions : NONE;
  const search = useListSearch({
    list: 'sessions',
    label: SCREEN_TEXT.title,
    rows: sessions,
    textOf: sessionText,
  });
  const { found } = search;
  useSubtitle(sessions.length === 0 ? '' : SCREEN_TEXT.count(sessions.length));
  const open = (
    <Button kind="primary" icon={LogIn} onPress={askForSession}>
      {SESSION_TEXT.open}
    </Button>
  );
  return (
    <ScreenLayout>
      <Card label={SCREEN_TEXT.title}>
        <CardHeader title={SCREEN_TEXT.title} />
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
          <EmptyState icon={Timer} title={SCREEN_TEXT.empty} action={open}>
            {SCREEN_TEXT.emptyHint}
          </EmptyState>
        )}
        {sessions.length > 0 && (
          <>
            <CardSection flush>
              <SessionTable sessions={sessions} search={search} onEnd={(session) => setEnding([session])} />
            </CardSection>
            <CardFooter note={SCREEN_TEXT.note}>
              <Button icon={LogOut} isDisabled={found.length === 0} onPress={() => setEnding(found)}>
                {found.length === sessions.length ? SCREEN_TEXT.endAll : SCREEN_TEXT.endFound(found.length)}
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

const end = async (sessions: readonly LoginSession[]): Promise<true> => {
  await getConsole().loginSessions.end({ publicKeys: sessions.map(({ publicKey }) => publicKey) });
  return true;
};

/** Asks before sessions are ended, naming them. */
function EndDialog({
  sessions,
  onClose,
}: {
  sessions: readonly LoginSession[];
  onClose: () => void;
}): ReactNode {
  const task = useTask(end);
  const [first] = sessions;
  const isOne = first !== undefined && sessions.length === 1;
  const confirm = async (): Promise<void> => {
    if (await task.run(sessions)) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={isOne ? END_TEXT.title(first.label) : END_TEXT.titleAll(sessions.length)}
      action={isOne ? END_TEXT.submit : END_TEXT.titleAll(sessions.length)}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{isOne ? END_TEXT.effect : END_TEXT.effectAll}</p>
      {!isOne && (
        <ul>
          {sessions.map(({ publicKey, label, username }) => (
            <li key={publicKey}>
              <b>{label}</b>, {username}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
