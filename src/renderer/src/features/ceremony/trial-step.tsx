import { type ReactNode, useState } from 'react';
import type { CeremonyShares, KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';
import { WordsInput } from './words-input.tsx';

const TEXT = CEREMONY_TEXT.trial;

interface Of {
  readonly id: string;
  readonly name: string;
}

interface TrialStepProps extends Of {
  readonly backup: KeyCeremony['backup'];
  readonly trying: CeremonyShares | null;
}

/** Restores a key from its backup as a trial. */
export function TrialStep({ backup, trying, ...of }: TrialStepProps): ReactNode {
  const title = TEXT.title(of.name);
  const mine = trying?.id === of.id && trying.name === of.name ? trying : null;
  return (
    <Card label={title}>
      <CardHeader title={title} />
      <CardSection>
        {backup === 'paper' ? (
          // The same form for all shares: the last one's refusal stands where it was typed.
          <SharesForm {...of} trying={mine} />
        ) : (
          <FileForm {...of} opener={backup ?? 'passphrase'} />
        )}
      </CardSection>
    </Card>
  );
}

const tryShare = async (of: Of, typed: string): Promise<true> => {
  await getConsole().keyCeremonies.tryShare({ ...of, typed });
  return true;
};
const stopTrial = () => getConsole().keyCeremonies.stopTrial();

function SharesForm({ id, name, trying }: Of & { readonly trying: CeremonyShares | null }): ReactNode {
  const [typed, setTyped] = useState('');
  const task = useTask(tryShare);
  const stopping = useTask(stopTrial);
  const submit = async (): Promise<void> => {
    if (typed.trim() === '' || task.busy) return;
    if (await task.run({ id, name }, typed)) setTyped('');
  };
  return (
    <Form
      label={TEXT.title(name)}
      isMain
      onSubmit={() => void submit()}
      actions={
        <>
          {trying !== null && (
            <Button isPending={stopping.busy} onPress={() => void stopping.run()}>
              {TEXT.stop}
            </Button>
          )}
          <Button type="submit" kind="primary" isDisabled={typed.trim() === ''} isPending={task.busy}>
            {TEXT.submit}
          </Button>
        </>
      }
    >
      <p className={styles['faint']}>{TEXT.paperHint}</p>
      <WordsInput
        label={TEXT.share(trying?.done ?? 0, trying?.count ?? null)}
        value={typed}
        onChange={setTyped}
        // The answer empties the field: nothing of the next share is typed into it before.
        isReadOnly={task.busy}
      />
      <Refusal error={task.error ?? stopping.error} />
    </Form>
  );
}

const tryFile = async (
  of: Of,
  path: string,
  by: { readonly passphrase: string } | { readonly identity: string },
): Promise<void> => {
  const file = await fileOf(path);
  const opener = 'passphrase' in by ? by : { identityFile: await fileOf(by.identity) };
  await getConsole().keyCeremonies.tryFile({ ...of, file, opener });
};

function FileForm({ id, name, opener }: Of & { readonly opener: 'passphrase' | 'recipients' }): ReactNode {
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [identity, setIdentity] = useState('');
  const task = useTask(tryFile);
  const isTyped = opener === 'passphrase';
  const isReady = path.trim() !== '' && (isTyped ? passphrase : identity.trim()) !== '';
  const submit = (): void => {
    if (!isReady || task.busy) return;
    setPassphrase('');
    void task.run({ id, name }, path.trim(), isTyped ? { passphrase } : { identity: identity.trim() });
  };
  return (
    <Form
      label={TEXT.title(name)}
      isMain
      onSubmit={submit}
      actions={
        <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy}>
          {TEXT.try}
        </Button>
      }
    >
      <p className={styles['faint']}>{TEXT.fileHint}</p>
      <PathInput
        label={TEXT.file}
        path={path}
        onChange={setPath}
        placeholder={TEXT.filePlaceholder}
        help={TEXT.fileHelp}
      />
      {isTyped ? (
        <TextInput
          label={TEXT.passphrase}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
        />
      ) : (
        <PathInput
          label={TEXT.identity}
          path={identity}
          onChange={setIdentity}
          placeholder={TEXT.identityPlaceholder}
          help={TEXT.identityHelp}
        />
      )}
      <Refusal error={task.error} />
    </Form>
  );
}
