import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useIsOffline } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import styles from './ceremony.module.css';
import { showCeremony } from './ceremony-store.ts';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.begin;
const MOST_PEOPLE = 16;

const begin = async (title: string, people: readonly string[]): Promise<true> => {
  const { id } = await getConsole().keyCeremonies.begin({ title, people: [...people], by: people[0] ?? '' });
  showCeremony(id);
  return true;
};

/** Names a ceremony and its people. The first one is at the keyboard. */
export function BeginCard(): ReactNode {
  const isOffline = useIsOffline();
  const [title, setTitle] = useState('');
  const [people, setPeople] = useState<readonly string[]>(['', '']);
  const task = useTask(begin);
  const named = people.map((name) => name.trim()).filter((name) => name !== '');
  const isReady = title.trim() !== '' && named.length >= 2;
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection>
        <Form
          label={TEXT.title}
          isMain
          onSubmit={() => void (isReady && !task.busy && task.run(title, named))}
          actions={
            <>
              <Button
                icon={UserPlus}
                isDisabled={people.length >= MOST_PEOPLE}
                onPress={() => setPeople([...people, ''])}
              >
                {TEXT.more}
              </Button>
              <Button
                type="submit"
                kind={isOffline ? 'primary' : 'plain'}
                isDisabled={!isReady}
                isPending={task.busy}
              >
                {TEXT.submit}
              </Button>
            </>
          }
        >
          <p className={styles['faint']}>{TEXT.hint}</p>
          {!isOffline && (
            <Note tone="warn" title={TEXT.networked}>
              {TEXT.networkedEffect}
            </Note>
          )}
          <TextInput label={TEXT.name} value={title} onChange={setTitle} placeholder={TEXT.placeholder} />
          {people.map((name, index) => (
            <TextInput
              key={index}
              label={TEXT.person(index + 1)}
              value={name}
              onChange={(typed) => setPeople(people.map((each, at) => (at === index ? typed : each)))}
              {...(index === people.length - 1 ? { help: TEXT.help } : {})}
            />
          ))}
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}

const open = async (path: string): Promise<true> => {
  const { id } = await getConsole().keyCeremonies.open({ file: await fileOf(path) });
  showCeremony(id);
  return true;
};

/** Opens the transcript of a ceremony that is in a file. */
export function OpenCard(): ReactNode {
  const [path, setPath] = useState('');
  const task = useTask(open);
  const given = path.trim();
  return (
    <Card label={CEREMONY_TEXT.open.title}>
      <CardHeader title={CEREMONY_TEXT.open.title} />
      <CardSection>
        <Form
          label={CEREMONY_TEXT.open.title}
          onSubmit={() => void (given !== '' && !task.busy && task.run(given))}
          actions={
            <Button type="submit" isDisabled={given === ''} isPending={task.busy}>
              {CEREMONY_TEXT.open.submit}
            </Button>
          }
        >
          <PathInput
            label={CEREMONY_TEXT.open.label}
            path={path}
            onChange={setPath}
            placeholder={CEREMONY_TEXT.open.placeholder}
            help={CEREMONY_TEXT.open.help}
          />
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}
