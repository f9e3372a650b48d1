import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { Form } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { LabelInput } from './label-input.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.rename;

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
    <Dialog isOpen onClose={onClose} title={TEXT.title(credential.label)} tag={<EffectTag effect="write" />}>
      <Form
        label={TEXT.submit}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{CREDENTIAL_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          </>
        }
      >
        <LabelInput value={label} onChange={setLabel} help={TEXT.help} />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
