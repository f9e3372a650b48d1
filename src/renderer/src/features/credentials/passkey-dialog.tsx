import { type ReactNode, useState } from 'react';
import type { Outcome } from '#preload/contract/requests.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form } from '../../ui/fields.tsx';
import { Note, Refusal, type Refused } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { attempt, showToast } from '../../ui/toasts.ts';
import { LabelInput } from './create-form.tsx';
import { enrollRefusal } from './enroll-form.tsx';
import { usePasskeyCeremony } from './passkey-ceremony.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

/**
 * Has a passkey made in the system's browser, and the request that registers it reviewed.
 * @throws BridgeError what the ceremony or preparing refused
 */
export async function registerPasskey(label: string): Promise<Outcome> {
  const { passkeys, requests } = getConsole();
  const preview = await passkeys.register({ label });
  return requests.review({ previewId: preview.id });
}

/** How a registration ended, in words; null where it was done or waits for votes. */
export function passkeyRefusal(outcome: Outcome): Refused | null {
  if (outcome.state !== 'completed') return enrollRefusal(outcome);
  const failed = outcome.verifications.find((check) => !check.passed);
  return failed ? { message: failed.detail, remedy: CREDENTIAL_TEXT.passkey.notKept } : null;
}

const TEXT = CREDENTIAL_TEXT.passkey;

/** Registers a passkey: a label, the browser's ceremony, and the request's approval. */
export function PasskeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const username = useProfile()?.username ?? TEXT.currentUser;
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  const isInBrowser = ceremony !== null;
  const [label, setLabel] = useState('');
  const task = useTask(registerPasskey);
  const [refusal, setRefusal] = useState<ReturnType<typeof passkeyRefusal>>(null);
  const isReady = label.trim() !== '';
  const submit = async (): Promise<void> => {
    if (!isReady || task.busy) return;
    setRefusal(null);
    const outcome = await task.run(label.trim());
    if (!outcome) return;
    const refused = passkeyRefusal(outcome);
    setRefusal(refused);
    if (refused) return;
    const isWaiting = outcome.state === 'waiting';
    showToast({
      tone: isWaiting ? 'plain' : 'good',
      title: isWaiting ? CREDENTIAL_TEXT.waiting : TEXT.registered(label.trim()),
    });
    onClose();
  };
  const cancel = (): void => {
    if (isInBrowser) void attempt(() => getConsole().passkeys.cancel());
    if (!task.busy) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={CREDENTIAL_TEXT.registerPasskey}
      tag={<EffectTag effect="write" />}
    >
      <Form
        label={CREDENTIAL_TEXT.registerPasskey}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={cancel}>{CREDENTIAL_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              {TEXT.continue}
            </Button>
          </>
        }
      >
        <LabelInput
          value={label}
          onChange={setLabel}
          placeholder={TEXT.labelExample}
          help={TEXT.labelHelp(username)}
        />
        {isInBrowser && (
          <Note live title={TEXT.inBrowser}>
            {TEXT.create.before} <b>{ceremony.code}</b>
            {TEXT.create.after}
          </Note>
        )}
        <Refusal error={task.error ?? refusal} />
      </Form>
    </Dialog>
  );
}
