import type { ReactNode } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { SESSION_TEXT } from './text.ts';

const TEXT = SESSION_TEXT.end;

const end = async (sessions: readonly LoginSession[]): Promise<true> => {
  await getConsole().loginSessions.end({ publicKeys: sessions.map(({ publicKey }) => publicKey) });
  return true;
};

/** Asks before sessions are ended, naming them. */
export function EndDialog({
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
      title={isOne ? TEXT.title(first.label) : TEXT.titleAll(sessions.length)}
      action={isOne ? TEXT.submit : TEXT.titleAll(sessions.length)}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{isOne ? TEXT.effect : TEXT.effectAll}</p>
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
