import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { showToast } from '../../ui/toasts.ts';
import { enrol, enrolRefusal } from './enrol.ts';
import { CREDENTIAL_TEXT } from './text.ts';
import { Dialog } from '../../ui/dialogs.tsx';
import { EffectTag } from '../../ui/tags.tsx';

const TEXT = CREDENTIAL_TEXT.enroll;

interface EnrolFormProps {
  readonly credential: Credential;
  readonly onClose: () => void;
  readonly cancelLabel: string;
}

/** Offers to enrol a credential: a request that the current one stamps. */
export function EnrolForm({ credential, onClose, cancelLabel }: EnrolFormProps): ReactNode {
  const profile = useProfile();
  const current = useCredentials().find((each) => each.current);
  const task = useTask(enrol);
  const [refusal, setRefusal] = useState<ReturnType<typeof enrolRefusal>>(null);
  const submit = async (): Promise<void> => {
    if (task.busy) return;
    setRefusal(null);
    const outcome = await task.run(credential, profile);
    if (!outcome) return;
    const refused = enrolRefusal(outcome);
    setRefusal(refused);
    if (refused) return;
    const isWaiting = outcome.state === 'waiting';
    showToast({
      tone: isWaiting ? 'plain' : 'good',
      title: isWaiting ? CREDENTIAL_TEXT.waiting : TEXT.done(credential.label),
    });
    onClose();
  };
  return (
    <Form
      label={TEXT.form}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{cancelLabel}</Button>
          <Button type="submit" kind="primary" autoFocus isPending={task.busy}>
            {TEXT.submit}
          </Button>
        </>
      }
    >
      <p>
        {TEXT.unknown} {TEXT.stampWith} <b>{current?.label ?? TEXT.currentCredential}</b> {TEXT.toAdd}{' '}
        <b>{profile?.username ?? TEXT.sameUser}</b>.
      </p>
      <Address value={credential.publicKey} />
      <Refusal error={task.error ?? refusal} />
    </Form>
  );
}

/** Enrols a credential that is already in the keychain. */
export function EnrolDialog({
  credential,
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog isOpen onClose={onClose} title={TEXT.title(credential.label)} tag={<EffectTag effect="write" />}>
      <EnrolForm credential={credential} onClose={onClose} cancelLabel={CREDENTIAL_TEXT.cancel} />
    </Dialog>
  );
}
