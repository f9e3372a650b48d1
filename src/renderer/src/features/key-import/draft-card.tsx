import { useState } from 'react';
import type { ReactNode } from 'react';
import type { KeyImport } from '../../../../preload/contract/key-imports.ts';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AccountsChoice } from './accounts-choice.tsx';
import { KeyChoice } from './key-choice.tsx';
import { showKeyImport } from './key-import-store.ts';
import { KIND_WORDS, subjectTitle } from './key-import-text.ts';
import styles from './key-import.module.css';

const begin = async (name: string): Promise<void> =>
  showKeyImport(await getConsole().keyImports.begin({ name }));
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

/** What was read, by everything that is public of it, and the choices that change it; nothing was asked for yet. */
export function DraftCard({ current }: { current: KeyImport }): ReactNode {
  const { subject, known } = current;
  const [name, setName] = useState(current.name);
  const [isTried, setTried] = useState(false);
  const task = useTask(begin);
  const missing = name.trim() === '' ? `Give the ${KIND_WORDS[subject.kind]} a name.` : null;
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
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          maxLength={255}
          help="Shown wherever it is used. It cannot be a secret."
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
          <Note tone="warn" title="The service holds this key already" live>
            {known.map((record) => `${record.name} (${record.address})`).join(', ')}. Importing it again makes
            a second record of the same key.
          </Note>
        )}
        <Refusal error={task.error} />
      </CardSection>
      <CardFooter note="You approve twice: a key to seal to, then what was sealed.">
        <Button isDisabled={task.busy} onPress={clear}>
          Wipe it
        </Button>
        <Button kind="primary" isPending={task.busy} onPress={start}>
          Import {KIND_WORDS[subject.kind]}
        </Button>
      </CardFooter>
    </Card>
  );
}
