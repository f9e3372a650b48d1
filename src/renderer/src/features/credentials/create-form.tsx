import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { CREDENTIAL_TEXT, CURVE_OPTIONS } from './text.ts';

interface CreateFormProps {
  readonly onCreated: (credential: Credential) => void;
  readonly onCancel: () => void;
  /** What the way back is called: "Back" or "Cancel". */
  readonly cancelLabel: string;
}

const TEXT = CREDENTIAL_TEXT.create;

const create = (label: string, curve: Credential['curve']): Promise<Credential> =>
  getConsole().credentials.create({ label, curve });

/** Makes a key in the keychain: a label and a curve. */
export function CreateForm({ onCreated, onCancel, cancelLabel }: CreateFormProps): ReactNode {
  const { backend } = useHealth(({ keychain }) => keychain);
  const [label, setLabel] = useState('');
  const [curve, setCurve] = useState<Credential['curve']>('API_KEY_CURVE_P256');
  const task = useTask(create);
  const isReady = label.trim() !== '';
  const submit = async (): Promise<void> => {
    if (!isReady || task.busy) return;
    const credential = await task.run(label.trim(), curve);
    if (credential) onCreated(credential);
  };
  return (
    <Form
      label={CREDENTIAL_TEXT.createKey}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onCancel}>{cancelLabel}</Button>
          <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
            {TEXT.submit}
          </Button>
        </>
      }
    >
      <LabelInput
        value={label}
        onChange={setLabel}
        placeholder={CREDENTIAL_TEXT.labelExample}
        help={TEXT.labelHelp}
      />
      <Select
        label={CREDENTIAL_TEXT.curve}
        options={CURVE_OPTIONS}
        value={curve}
        onChange={setCurve}
        help={TEXT.curveHelp(backend)}
      />
      <Refusal error={task.error} />
    </Form>
  );
}

interface LabelInputProps {
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly placeholder?: string;
  readonly help?: ReactNode;
}

/** What a credential is called on this machine: the first field of its form. */
export function LabelInput(field: LabelInputProps): ReactNode {
  return <TextInput {...field} label={CREDENTIAL_TEXT.label} autoFocus maxLength={60} />;
}
