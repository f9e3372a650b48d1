import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Form, TextArea, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.backup;
// As the privileged side has it; importing that would bring its code into the window.
const PASSPHRASE_MIN = 12;
const MOST_SHARES = 16;

interface Of {
  readonly id: string;
  readonly name: string;
}

const WAYS = [
  { id: 'paper', label: TEXT.ways.paper },
  { id: 'passphrase', label: TEXT.ways.passphrase },
  { id: 'recipients', label: TEXT.ways.recipients },
] as const;
const COUNTS = Array.from({ length: MOST_SHARES - 1 }, (_, at) => ({
  id: String(at + 2),
  label: String(at + 2),
}));

/** Chooses how a person’s key is backed up. */
export function BackupStep(of: Of): ReactNode {
  const [way, setWay] = useState<(typeof WAYS)[number]['id']>('paper');
  const title = TEXT.title(of.name);
  return (
    <Card label={title}>
      <CardHeader title={title} tag={<EffectTag effect="export" />} />
      <CardSection className={styles['stack']}>
        <Segmented label={title} options={WAYS} value={way} onChange={setWay} />
        {way === 'paper' && <PaperForm {...of} />}
        {way === 'passphrase' && <PassphraseForm {...of} />}
        {way === 'recipients' && <RecipientsForm {...of} />}
      </CardSection>
    </Card>
  );
}

const writeShares = (of: Of, needed: number, count: number) =>
  getConsole().keyCeremonies.writeShares({ ...of, needed, count });

function PaperForm({ id, name }: Of): ReactNode {
  const [needed, setNeeded] = useState('2');
  const [count, setCount] = useState('3');
  const task = useTask(writeShares);
  const isFew = Number(count) < Number(needed);
  return (
    <Form
      label={TEXT.ways.paper}
      isMain
      onSubmit={() => void (isFew || task.busy || task.run({ id, name }, Number(needed), Number(count)))}
      actions={
        <Button type="submit" kind="primary" isDisabled={isFew} isPending={task.busy}>
          {TEXT.paper}
        </Button>
      }
    >
      <p className={styles['faint']}>{TEXT.paperHint}</p>
      <Select label={TEXT.needed} options={COUNTS} value={needed} onChange={setNeeded} />
      <Select
        label={TEXT.count}
        options={COUNTS}
        value={count}
        onChange={setCount}
        error={isFew ? TEXT.few : undefined}
      />
      <Refusal error={task.error} />
    </Form>
  );
}

type Seal = Parameters<ReturnType<typeof getConsole>['keyCeremonies']['saveBackup']>[0]['seal'];
const saveBackup = (of: Of, seal: Seal) => getConsole().keyCeremonies.saveBackup({ ...of, seal });

function PassphraseForm({ id, name }: Of): ReactNode {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const task = useTask(saveBackup);
  const isShort = passphrase.length < PASSPHRASE_MIN;
  const submit = (): void => {
    setTried(true);
    if (isShort || passphrase !== again || task.busy) return;
    // The fields are emptied first: what is secret goes over once, whatever comes of it.
    setPassphrase('');
    setAgain('');
    setTried(false);
    void task.run({ id, name }, { passphrase });
  };
  return (
    <Form
      label={TEXT.ways.passphrase}
      isMain
      onSubmit={submit}
      actions={
        <Button type="submit" kind="primary" isPending={task.busy}>
          {TEXT.file}
        </Button>
      }
    >
      <p className={styles['faint']}>{TEXT.fileHint}</p>
      <TextInput
        label={TEXT.passphrase}
        type="password"
        autoComplete="new-password"
        value={passphrase}
        onChange={setPassphrase}
        help={TEXT.passphraseHelp(PASSPHRASE_MIN)}
        error={isTried && isShort ? TEXT.short(PASSPHRASE_MIN) : null}
      />
      <TextInput
        label={TEXT.again}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={isTried && !isShort && again !== passphrase ? TEXT.mismatch : null}
      />
      <Refusal error={task.error} />
    </Form>
  );
}

function RecipientsForm({ id, name }: Of): ReactNode {
  const [typed, setTyped] = useState('');
  const task = useTask(saveBackup);
  const recipients = typed.split(/\s+/).filter((each) => each !== '');
  return (
    <Form
      label={TEXT.ways.recipients}
      isMain
      onSubmit={() => void (recipients.length === 0 || task.busy || task.run({ id, name }, { recipients }))}
      actions={
        <Button type="submit" kind="primary" isDisabled={recipients.length === 0} isPending={task.busy}>
          {TEXT.file}
        </Button>
      }
    >
      <p className={styles['faint']}>{TEXT.fileHint}</p>
      <TextArea
        label={TEXT.recipients}
        rows={3}
        value={typed}
        onChange={setTyped}
        placeholder="age1…"
        help={TEXT.recipientsHelp}
      />
      <Refusal error={task.error} />
    </Form>
  );
}
