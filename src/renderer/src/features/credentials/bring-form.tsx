import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { fileOf } from '../files/given-file.ts';
import { PathInput } from '../files/path-input.tsx';
import { CURVE_OPTIONS } from './curves.ts';
import { LabelInput } from './label-input.tsx';

/** Where a key came from, so that the operator can be reminded of what is still lying there. */
export type KeySource = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'clipboard' };

interface BringFormProps {
  readonly onBrought: (credential: Credential, source: KeySource) => void;
  readonly onCancel: () => void;
  readonly cancelLabel: string;
}

const SOURCES = [
  { id: 'file', label: 'From a file' },
  { id: 'clipboard', label: 'From the clipboard' },
] as const;
const CURVES = [{ id: 'unsaid', label: 'As the key says', aside: 'PEM' }, ...CURVE_OPTIONS] as const;

const bring = async (
  label: string,
  curve: Credential['curve'] | null,
  source: KeySource,
): Promise<Credential> => {
  const from =
    source.kind === 'file' ? { kind: source.kind, file: await fileOf(source.path) } : { kind: source.kind };
  return getConsole().credentials.importFrom({ label, curve, source: from });
};

/** Brings a private key into the keychain. The privileged side reads it; the window never sees it. */
export function BringForm({ onBrought, onCancel, cancelLabel }: BringFormProps): ReactNode {
  const { can, health } = useAppSnapshot();
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<KeySource['kind']>('file');
  const [path, setPath] = useState('');
  const [curve, setCurve] = useState<(typeof CURVES)[number]['id']>('unsaid');
  const bringing = useTask(bring);
  const source: KeySource = kind === 'file' ? { kind, path: path.trim() } : { kind };
  const isReady = label.trim() !== '' && (source.kind === 'clipboard' || source.path !== '');
  const submit = async (): Promise<void> => {
    if (!isReady || bringing.busy) return;
    const credential = await bringing.run(label.trim(), curve === 'unsaid' ? null : curve, source);
    if (credential) onBrought(credential, source);
  };
  return (
    <Form
      label="Bring a key"
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onCancel}>{cancelLabel}</Button>
          <Button type="submit" kind="primary" isDisabled={!isReady} isPending={bringing.busy} kbd="⏎">
            Bring key
          </Button>
        </>
      }
    >
      <LabelInput value={label} onChange={setLabel} placeholder="ops-laptop" />
      {can.readClipboard && (
        <Segmented label="Where the key is" options={SOURCES} value={kind} onChange={setKind} />
      )}
      {kind === 'file' ? (
        <PathInput
          label="Key file"
          path={path}
          onChange={setPath}
          placeholder="/path/to/key.pem"
          help="Hex, PEM, or any one of the command-line tool's files: .private, .public or .meta."
        />
      ) : (
        <Note>
          Copy the private key (hex or PEM), then bring it. It goes from the clipboard to{' '}
          {health.keychain.backend}.
        </Note>
      )}
      <Select
        label="Curve"
        options={CURVES}
        value={curve}
        onChange={setCurve}
        help="Raw hex does not say its curve: choose it here."
      />
      <Refusal error={bringing.error} />
    </Form>
  );
}
