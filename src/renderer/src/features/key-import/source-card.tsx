import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { KeyImportKind } from '../../../../preload/contract/key-imports.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardSection } from '../../ui/card.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { fileOf } from '../files/given-file.ts';
import { PathInput } from '../files/path-input.tsx';
import { showKeyImport } from './key-import-store.ts';
import { KIND_WORDS } from './key-import-text.ts';
import styles from './key-import.module.css';

const SOURCES = [
  { id: 'typed', label: 'Typed here' },
  { id: 'file', label: 'From a file' },
] as const;

const FIELDS = {
  privateKey: {
    label: 'Private key',
    help: 'Hex, WIF, or a key of Solana or Sui: the form is recognised. It leaves this field when it is read and is not shown again.',
    file: 'A text file with the key, a key file of solana-keygen, an Ethereum keystore, or an age file that was saved on export.',
  },
  wallet: {
    label: 'Words',
    help: '12 to 24 words with spaces between. They leave this field when they are read and are not shown again.',
    file: 'A text file with the words, or an age file that was saved on export.',
  },
} as const;

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
  const fields = FIELDS[kind];
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
  const title = kind === 'privateKey' ? 'Where the private key is' : 'Where the wallet’s words are';
  return (
    <Card label={title}>
      <CardHeader title={title} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <Segmented label={title} options={SOURCES} value={from} onChange={setFrom} />
        <Form
          label={`Read a ${KIND_WORDS[kind]}`}
          onSubmit={() => void submit()}
          actions={
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              Show addresses
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
                label="File"
                path={path}
                onChange={setPath}
                placeholder="/path/to/key"
                help={fields.file}
              />
              <TextInput
                label="Passphrase of the file"
                aside="if it is encrypted"
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
              label="Passphrase of the words"
              aside="if they have one"
              type="password"
              value={wordsPassphrase}
              onChange={setWordsPassphrase}
              maxLength={1024}
              autoComplete="new-password"
              help="Sometimes called the 25th word. Another passphrase is another wallet, with other addresses."
            />
          )}
          <Note tone="good" icon={ShieldCheck}>
            {isTyped
              ? 'The console holds it, not this window. You see its addresses before anything is asked for or sent.'
              : 'The console reads the file itself: the key never passes through this window. You see its addresses before anything is sent.'}
          </Note>
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}
