import { FileOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CeremonyKeysView } from '#preload/contract/key-ceremonies.ts';
import { useIsOffline } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Copied } from '../../ui/values.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { CURRENT, type Whom, WhomFields, isWhom, whomOf } from '../requests/request-file.tsx';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.keys;

const read = async (path: string) => {
  const file = await fileOf(path);
  return { file, keys: await getConsole().keyCeremonies.readKeys({ file }) };
};

/** For the console with a network: the public keys of a ceremony, and the requests that register them. */
export function RegisterCard(): ReactNode {
  const isOffline = useIsOffline();
  const [path, setPath] = useState('');
  const [known, setKnown] = useState<Awaited<ReturnType<typeof read>> | null>(null);
  const task = useTask(read);
  const given = path.trim();
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    setKnown(null);
    setKnown((await task.run(given)) ?? null);
  };
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection className={styles['stack']}>
        <Form
          label={TEXT.title}
          isMain
          onSubmit={() => void submit()}
          actions={
            <Button
              type="submit"
              kind={isOffline || known !== null ? 'plain' : 'primary'}
              isDisabled={given === ''}
              isPending={task.busy}
            >
              {TEXT.read}
            </Button>
          }
        >
          <p className={styles['faint']}>{TEXT.hint}</p>
          <PathInput
            label={TEXT.label}
            path={path}
            onChange={setPath}
            placeholder={TEXT.placeholder}
            help={TEXT.help}
          />
          <Refusal error={task.error} />
        </Form>
        {known?.keys.credentials.map((each) => (
          <KeyForm key={each.publicKey} file={known.file} credential={each} />
        ))}
      </CardSection>
    </Card>
  );
}

const makeRequest = async (file: string, name: string, userId: string, whom: Whom): Promise<void> => {
  const { id } = await getConsole().keyCeremonies.request({ file, name, userId, ...whomOf(whom) });
  go('offline', id);
};

interface KeyFormProps {
  readonly file: string;
  readonly credential: CeremonyKeysView['credentials'][number];
}

function KeyForm({ file, credential: { name, publicKey } }: KeyFormProps): ReactNode {
  const [userId, setUserId] = useState('');
  const [whom, setWhom] = useState(CURRENT);
  const task = useTask(makeRequest);
  const isReady = userId.trim() !== '' && isWhom(whom);
  return (
    <section className={styles['key']} aria-label={TEXT.form(name)}>
      <h3 className={styles['name']}>{name}</h3>
      <Facts>
        <FactRow label={TEXT.publicKey}>
          <Copied value={publicKey} what={TEXT.publicKeyNoun} />
        </FactRow>
      </Facts>
      <Form
        label={TEXT.form(name)}
        onSubmit={() => void (isReady && !task.busy && task.run(file, name, userId.trim(), whom))}
        actions={
          <Button type="submit" icon={FileOutput} isDisabled={!isReady} isPending={task.busy}>
            {TEXT.make}
          </Button>
        }
      >
        <TextInput label={TEXT.user} mono spellCheck="false" value={userId} onChange={setUserId} />
        <WhomFields whom={whom} onChange={setWhom} />
        <Refusal error={task.error} />
      </Form>
    </section>
  );
}
