import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useHealth, useProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx';
import { Form } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { AddressText } from '../../ui/values.tsx';
import { LabelInput } from './create-form.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const RENAME_TEXT = CREDENTIAL_TEXT.rename;

interface ForgetDialogProps {
  readonly credential: Credential;
  /** Whether it is the profile's only one. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}

const FORGET_TEXT = CREDENTIAL_TEXT.forget;

const forget = async (publicKey: string): Promise<true> => {
  await getConsole().credentials.forget({ publicKey });
  return true;
};

/** Asks before a private key is deleted from the keychain, naming what will be gone. */
export function ForgetDialog({ credential, isLast, onClose }: ForgetDialogProps): ReactNode {
  const { backend } = useHealth(({ keychain }) => keychain);
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
      title={FORGET_TEXT.title(credential.label)}
      action={isPasskey ? FORGET_TEXT.passkey : FORGET_TEXT.key}
      typed={credential.label}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {isPasskey ? <p>{FORGET_TEXT.passkeyEffect}</p> : <p>{FORGET_TEXT.keyEffect(backend)}</p>}
      <AddressText value={credential.publicKey} />
      {isLast && (
        <Note tone="bad" title={FORGET_TEXT.only(profile?.name ?? CREDENTIAL_TEXT.thisProfile)}>
          {profile?.kind === 'local' ? FORGET_TEXT.onlyLocal : FORGET_TEXT.onlyHosted}
        </Note>
      )}
    </ConfirmDialog>
  );
}

const rename = async (publicKey: string, label: string): Promise<true> => {
  await getConsole().credentials.rename({ publicKey, label });
  return true;
};

/** Gives a credential another label on this machine. */
export function RenameDialog({
  credential,
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}): ReactNode {
  const [label, setLabel] = useState(credential.label);
  const task = useTask(rename);
  const isReady = label.trim() !== '' && label.trim() !== credential.label;
  const submit = async (): Promise<void> => {
    if (isReady && !task.busy && (await task.run(credential.publicKey, label.trim()))) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={RENAME_TEXT.title(credential.label)}
      tag={<EffectTag effect="write" />}
    >
      <Form
        label={RENAME_TEXT.submit}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{CREDENTIAL_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy}>
              {RENAME_TEXT.submit}
            </Button>
          </>
        }
      >
        <LabelInput value={label} onChange={setLabel} help={RENAME_TEXT.help} />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
