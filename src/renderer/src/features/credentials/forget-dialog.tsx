import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot, useProfile } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/values.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Note } from '../../ui/notes.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

interface ForgetDialogProps {
  readonly credential: Credential;
  /** Whether it is the profile's only one. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}

const TEXT = CREDENTIAL_TEXT.forget;

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
      title={TEXT.title(credential.label)}
      action={isPasskey ? TEXT.passkey : TEXT.key}
      typed={credential.label}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {isPasskey ? <p>{TEXT.passkeyEffect}</p> : <p>{TEXT.keyEffect(backend)}</p>}
      <Address value={credential.publicKey} />
      {isLast && (
        <Note tone="bad" title={TEXT.only(profile?.name ?? CREDENTIAL_TEXT.thisProfile)}>
          {profile?.kind === 'local' ? TEXT.onlyLocal : TEXT.onlyHosted}
        </Note>
      )}
    </ConfirmDialog>
  );
}
