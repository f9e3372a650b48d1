import type { ReactNode } from 'react';
import type { LoginSession } from '../../../../preload/contract/login-sessions.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
      title={isOne ? `End ${first.label}` : `End ${sessions.length} sessions`}
      action={isOne ? 'End the session' : 'End them all'}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>
        {isOne ? 'Its key is' : 'Their keys are'} destroyed in the keychain. No copy is kept anywhere, so
        nobody can stamp with {isOne ? 'it' : 'them'} from then on; the service lets {isOne ? 'it' : 'them'}{' '}
        run out.
      </p>
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
