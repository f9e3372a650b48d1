import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KeyImportKind } from '#preload/contract/key-imports.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT } from './text.ts';

const TEXT = KEY_IMPORT_TEXT.source;

const SOURCES = [
  { id: 'typed', label: TEXT.typed },
  { id: 'file', label: TEXT.file },
] as const;

type ReadInput = Parameters<ReturnType<typeof getConsole>['keyImports']['read']>[0];
type Given = Omit<ReadInput, 'source'> & {
  readonly from: { readonly text: string } | { readonly path: string };
};

const read = async ({ from, ...input }: Given): Promise<true> => {
  const source = 'path' in from ? { file: await fileOf(from.path) } : from;
  showKeyImport(await getConsole().keyImports.read({ ...input, source }));
  return true;
};

/** Asks where a private key or the words of a wallet are: typed, or in a file that the privileged side reads. */
export function SourceCard({ kind }: { kind: KeyImportKind }): ReactNode {
  const [from, setFrom] = useState<(typeof SOURCES)[number]['id']>('typed');
  const [text, setText] = useState('');
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [wordsPassphrase, setWordsPassphrase] = useState('');
  const task = useTask(read);
  const isTyped = from === 'typed';
  const isReady = (isTyped ? text : path.trim()) !== '';
  const fields = TEXT.fields[kind];
  const submit = async (): Promise<void> => {
    if (!isReady || task.busy) return;
    const given = { text, passphrase, wordsPassphrase };
    // The fields are emptied first: what is secret goes over once, whatever comes of it.
    setText('');
    setPassphrase('');
    setWordsPassphrase('');
    await task.run({
      kind,
      from: isTyped ? { text: given.text } : { path: path.trim() },
      ...(isTyped || given.passphrase === '' ? {} : { passphrase: given.passphrase }),
      ...(kind === 'wallet' && given.wordsPassphrase !== ''
        ? { wordsPassphrase: given.wordsPassphrase }
        : {}),
    });
  };

  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <Segmented label={TEXT.title} options={SOURCES} value={from} onChange={setFrom} />
        <Form
          label={TEXT.form(kind)}
          isMain
          onSubmit={() => void submit()}
          actions={
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              {TEXT.submit}
            </Button>
          }
        >
          {isTyped ? (
            <TextInput
              label={fields.label}
              type="password"
              mono
              value={text}
              onChange={setText}
              maxLength={65_536}
              autoComplete="new-password"
              help={fields.help}
            />
          ) : (
            <>
              <PathInput
                label={TEXT.path}
                path={path}
                onChange={setPath}
                placeholder={TEXT.pathExample}
                help={fields.file}
              />
              <TextInput
                label={TEXT.filePassphrase}
                aside={TEXT.ifEncrypted}
                type="password"
                value={passphrase}
                onChange={setPassphrase}
                maxLength={1024}
                autoComplete="new-password"
              />
            </>
          )}
          {kind === 'wallet' && (
            <TextInput
              label={TEXT.wordsPassphrase}
              aside={TEXT.ifAny}
              type="password"
              value={wordsPassphrase}
              onChange={setWordsPassphrase}
              maxLength={1024}
              autoComplete="new-password"
              help={TEXT.wordsPassphraseHelp}
            />
          )}
          <Note tone="good" icon={ShieldCheck}>
            {isTyped ? TEXT.typedNote : TEXT.fileNote}
          </Note>
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}
