import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { showToast } from '../../ui/toasts.ts';
import { enrol, enrolRefusal } from './enrol.ts';

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
      title: isWaiting ? 'Waiting for more votes' : `${credential.label} is enrolled`,
    });
    onClose();
  };
  return (
    <Form
      label="Enrol at the service"
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{cancelLabel}</Button>
          <Button type="submit" kind="primary" autoFocus isPending={task.busy}>
            Review and enrol
          </Button>
        </>
      }
    >
      <p>
        The service does not know this key yet. <b>{current?.label ?? 'The current credential'}</b> can ask it
        to accept the public half as an API key of <b>{profile?.username ?? 'the same user'}</b>.
      </p>
      <Address value={credential.publicKey} />
      <Refusal error={task.error ?? refusal} />
    </Form>
  );
}
