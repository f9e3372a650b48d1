import type { ReactNode } from 'react';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot, useProfile } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/address.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Note } from '../../ui/note.tsx';

interface ForgetDialogProps {
  readonly credential: Credential;
  /** Whether it is the profile's only one. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}

const forget = async (publicKey: string): Promise<true> => {
  await getConsole().credentials.forget({ publicKey });
  return true;
};

/** Asks before a private key is deleted from the keychain, naming what will be gone. */
export function ForgetDialog({ credential, isLast, onClose }: ForgetDialogProps): ReactNode {
  const { backend } = useAppSnapshot().health.keychain;
  const profile = useProfile();
  const isPasskey = credential.kind === 'passkey';
  const task = useTask(forget);
  const confirm = async (): Promise<void> => {
    if (await task.run(credential.publicKey)) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={`Forget ${credential.label}`}
      action={isPasskey ? 'Forget the passkey' : 'Forget the key'}
      typed={credential.label}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {isPasskey ? (
        <p>
          The console no longer stamps with it. The authenticator keeps its key, and the service goes on
          accepting it until it is deleted there.
        </p>
      ) : (
        <p>
          Its private half is deleted from {backend}. The console keeps no copy: it cannot bring it back. The
          service goes on accepting it until its API key is deleted there.
        </p>
      )}
      <Address value={credential.publicKey} />
      {isLast && (
        <Note tone="bad" title={`It is the only credential of ${profile?.name ?? 'this profile'}`}>
          {profile?.kind === 'local'
            ? 'Without it nothing can reach the keys that the service on this machine holds.'
            : 'Without it this console cannot stamp for the profile until another key is enrolled.'}
        </Note>
      )}
    </ConfirmDialog>
  );
}
