import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { getConsole, windowError } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form } from '../../ui/fields.tsx';
import { Refusal, type Refused } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { AddressText } from '../../ui/values.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

/**
 * Has the current credential ask the service to accept another one as an API key of the same user. The request goes
 * through the approval surface like every other.
 * @throws BridgeError `NO_USER` while the service has not said who the current credential belongs to
 */
export async function enroll(credential: Credential, profile: Profile | undefined): Promise<Outcome> {
  const userId = profile?.userId;
  if (!userId) {
    throw windowError('NO_USER');
  }
  const { requests } = getConsole();
  const preview = await requests.prepare({
    operation: 'create_api_keys',
    parameters: {
      userId,
      apiKeys: [
        { apiKeyName: credential.label, publicKey: credential.publicKey, curveType: credential.curve },
      ],
    },
  });
  return requests.review({ previewId: preview.id });
}

/** How an enrollment ended, in words; null where it was done. */
export function enrollRefusal(outcome: Outcome): Refused | null {
  switch (outcome.state) {
    case 'completed':
    case 'waiting':
      return null;
    case 'denied':
      return {
        message: TEXT.canceled,
        remedy: TEXT.canceledRemedy,
      };
    case 'expired':
      return {
        message: TEXT.expired,
        remedy: TEXT.expiredRemedy,
      };
    case 'unanswered':
      return { message: outcome.message, remedy: outcome.remedy };
    case 'failed':
      return { message: outcome.message, remedy: outcome.remedy, service: outcome.service };
  }
}

const TEXT = CREDENTIAL_TEXT.enroll;

interface EnrollFormProps {
  readonly credential: Credential;
  readonly onClose: () => void;
  readonly cancelLabel: string;
}

/** Offers to enroll a credential: a request that the current one stamps. */
export function EnrollForm({ credential, onClose, cancelLabel }: EnrollFormProps): ReactNode {
  const profile = useProfile();
  const current = useCredentials().find((each) => each.current);
  const task = useTask(enroll);
  const [refusal, setRefusal] = useState<ReturnType<typeof enrollRefusal>>(null);
  const submit = async (): Promise<void> => {
    if (task.busy) return;
    setRefusal(null);
    const outcome = await task.run(credential, profile);
    if (!outcome) return;
    const refused = enrollRefusal(outcome);
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
      <AddressText value={credential.publicKey} />
      <Refusal error={task.error ?? refusal} />
    </Form>
  );
}

/** Enrolls a credential that is already in the keychain. */
export function EnrollDialog({
  credential,
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog isOpen onClose={onClose} title={TEXT.title(credential.label)} tag={<EffectTag effect="write" />}>
      <EnrollForm credential={credential} onClose={onClose} cancelLabel={CREDENTIAL_TEXT.cancel} />
    </Dialog>
  );
}
