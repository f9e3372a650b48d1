import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Form } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { LabelInput } from './create-form.tsx';
import { CREDENTIAL_TEXT, CURVE_OPTIONS } from './text.ts';

const LEFTOVER_TEXT = CREDENTIAL_TEXT.leftover;

/** Where a key came from, so that the operator can be reminded of what is still lying there. */
export type KeySource = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'clipboard' };

interface BringFormProps {
  readonly onBrought: (credential: Credential, source: KeySource) => void;
  readonly onCancel: () => void;
  readonly cancelLabel: string;
}

const IMPORT_TEXT = CREDENTIAL_TEXT.import;

const SOURCES = [
  { id: 'file', label: IMPORT_TEXT.fromFile },
  { id: 'clipboard', label: IMPORT_TEXT.fromClipboard },
] as const;
const CURVES = [
  { id: 'unsaid', label: IMPORT_TEXT.detect, aside: IMPORT_TEXT.detectAside },
  ...CURVE_OPTIONS,
] as const;

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
  const { can } = useAppSnapshot();
  const { backend } = useHealth(({ keychain }) => keychain);
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
      label={CREDENTIAL_TEXT.importKey}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onPress={onCancel}>{cancelLabel}</Button>
          <Button type="submit" kind="primary" isDisabled={!isReady} isPending={bringing.busy} kbd="⏎">
            {IMPORT_TEXT.submit}
          </Button>
        </>
      }
    >
      <LabelInput value={label} onChange={setLabel} placeholder={CREDENTIAL_TEXT.labelExample} />
      {can.readClipboard && (
        <Segmented label={IMPORT_TEXT.source} options={SOURCES} value={kind} onChange={setKind} />
      )}
      {kind === 'file' ? (
        <PathInput
          label={IMPORT_TEXT.file}
          path={path}
          onChange={setPath}
          placeholder={IMPORT_TEXT.fileExample}
          help={IMPORT_TEXT.fileHelp}
        />
      ) : (
        <Note>{IMPORT_TEXT.clipboardHelp(backend)}</Note>
      )}
      <Select
        label={CREDENTIAL_TEXT.curve}
        options={CURVES}
        value={curve}
        onChange={setCurve}
        help={IMPORT_TEXT.curveHelp}
      />
      <Refusal error={bringing.error} />
    </Form>
  );
}

/** Reminds of the copy of a brought key that is still where it came from. */
export function LeftoverNote({ source }: { source: KeySource }): ReactNode {
  if (source.kind === 'clipboard') {
    return (
      <Note tone="warn" title={LEFTOVER_TEXT.clipboardTitle}>
        {LEFTOVER_TEXT.clipboard}
      </Note>
    );
  }
  const [, name] = /^(.+)\.(?:public|private|meta)$/s.exec(source.path) ?? [];
  if (name !== undefined) {
    return (
      <Note tone="warn" title={LEFTOVER_TEXT.filesTitle}>
        {LEFTOVER_TEXT.files(name)}
      </Note>
    );
  }
  return (
    <Note tone="warn" title={LEFTOVER_TEXT.fileTitle}>
      {LEFTOVER_TEXT.file(source.path)}
    </Note>
  );
}
