import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';

interface ByProps {
  readonly people: readonly string[];
  readonly by: string;
  readonly onChange: (name: string) => void;
}

/** Who does what is nobody’s own step. */
const ByField = ({ people, by, onChange }: ByProps): ReactNode => (
  <Select
    label={CEREMONY_TEXT.by}
    options={people.map((name) => ({ id: name, label: name }))}
    value={by}
    onChange={onChange}
  />
);

const exportKeys = (id: string, by: string) => getConsole().keyCeremonies.exportKeys({ id, by });

/** Saves the file of public keys. */
export function ExportStep({ id, people }: { id: string; people: readonly string[] }): ReactNode {
  const TEXT = CEREMONY_TEXT.export;
  const [by, setBy] = useState(people[0] ?? '');
  const task = useTask(exportKeys);
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection>
        <Form
          label={TEXT.title}
          isMain
          onSubmit={() => void (task.busy || task.run(id, by))}
          actions={
            <Button type="submit" kind="primary" icon={FileDown} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          }
        >
          <p className={styles['faint']}>{TEXT.hint}</p>
          <ByField people={people} by={by} onChange={setBy} />
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}

const record = async (id: string, by: string, path: string) =>
  getConsole().keyCeremonies.enrolled({ id, by, file: await fileOf(path) });

interface EnrollStepProps {
  readonly id: string;
  readonly name: string;
  readonly people: readonly string[];
}

/** Records the registrations that came back from the other computer. */
export function EnrollStep({ id, name, people }: EnrollStepProps): ReactNode {
  const TEXT = CEREMONY_TEXT.enroll;
  const [by, setBy] = useState(people[0] ?? '');
  const [path, setPath] = useState('');
  const [end, setEnd] = useState<Awaited<ReturnType<typeof record>> | null>(null);
  const task = useTask(record);
  const given = path.trim();
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    setEnd(null);
    setEnd((await task.run(id, by, given)) ?? null);
  };
  return (
    <Card label={TEXT.title(name)}>
      <CardHeader title={TEXT.title(name)} />
      <CardSection>
        <Form
          label={TEXT.title(name)}
          isMain
          onSubmit={() => void submit()}
          actions={
            <Button type="submit" kind="primary" isDisabled={given === ''} isPending={task.busy}>
              {TEXT.submit}
            </Button>
          }
        >
          <p className={styles['faint']}>{TEXT.hint}</p>
          <PathInput
            label={TEXT.folder}
            kind="folder"
            path={path}
            onChange={setPath}
            placeholder={TEXT.placeholder}
            help={TEXT.help}
          />
          <ByField people={people} by={by} onChange={setBy} />
          <Refusal error={task.error} />
          {end !== null && end.recorded > 0 && (
            <Note tone="good" live>
              {TEXT.recorded(end.recorded)}
            </Note>
          )}
          {end?.refused.map(({ message, remedy }, index) => (
            <Note key={index} tone="bad" title={message} live>
              {remedy}
            </Note>
          ))}
        </Form>
      </CardSection>
    </Card>
  );
}

const approve = (id: string, name: string) => getConsole().keyCeremonies.approve({ id, name });

/** A person’s approval, which is asked for on the approval surface. */
export function ApproveStep({ id, name }: { id: string; name: string }): ReactNode {
  const TEXT = CEREMONY_TEXT.approve;
  const task = useTask(approve);
  return (
    <Card label={TEXT.title(name)}>
      <CardHeader title={TEXT.title(name)} tag={<EffectTag effect="sign" />} />
      <CardSection className={styles['stack']}>
        <p className={styles['plain']}>{TEXT.hint(name)}</p>
        <Refusal error={task.error} />
      </CardSection>
      <CardFooter>
        <Button kind="primary" isPending={task.busy} onPress={() => void task.run(id, name)}>
          {TEXT.submit(name)}
        </Button>
      </CardFooter>
    </Card>
  );
}
