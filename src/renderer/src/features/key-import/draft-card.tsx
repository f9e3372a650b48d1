import { useState } from 'react';
import type { ReactNode } from 'react';
import type { KeyImport } from '#preload/contract/key-imports.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { attempt } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { AccountsChoice } from './accounts-choice.tsx';
import { KeyChoice } from './key-choice.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT, subjectTitle } from './text.ts';

const begin = async (name: string): Promise<void> =>
  showKeyImport(await getConsole().keyImports.begin({ name }));
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

const TEXT = KEY_IMPORT_TEXT.draft;

/** What was read, by everything that is public of it, and the choices that change it; nothing was asked for yet. */
export function DraftCard({ current }: { current: KeyImport }): ReactNode {
  const { subject, known } = current;
  const [name, setName] = useState(current.name);
  const [isTried, setTried] = useState(false);
  const task = useTask(begin);
  const missing = name.trim() === '' ? TEXT.nameMissing(subject.kind) : null;
  const start = (): void => {
    setTried(true);
    if (missing === null && !task.busy) void task.run(name.trim());
  };
  const title = subjectTitle(subject);
  return (
    <Card label={title}>
      <CardHeader title={title} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <TextInput
          label={TEXT.name}
          autoFocus
          value={name}
          onChange={setName}
          maxLength={255}
          help={TEXT.nameHelp}
          error={isTried ? missing : null}
          onKeyDown={(event) => {
            if (event.key === 'Enter') start();
            // What is handled here goes no further, and shortcuts are listened for further up.
            else event.continuePropagation();
          }}
        />
        {subject.kind === 'privateKey' ? (
          <KeyChoice subject={subject} />
        ) : (
          <AccountsChoice subject={subject} />
        )}
        {known.length > 0 && (
          <Note tone="warn" title={TEXT.known} live>
            {known.map((record) => `${record.name} (${record.address})`).join(', ')}. {TEXT.knownEffect}
          </Note>
        )}
        <Refusal error={task.error} />
      </CardSection>
      <CardFooter note={TEXT.note(subject.kind)}>
        <Button isDisabled={task.busy} onPress={clear}>
          {TEXT.discard[subject.kind]}
        </Button>
        <Button kind="primary" isPending={task.busy} onPress={start}>
          {TEXT.submit(subject.kind)}
        </Button>
      </CardFooter>
    </Card>
  );
}
