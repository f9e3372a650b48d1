import type { ReactNode } from 'react';
import type { KeyImport } from '#preload/contract/key-imports.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { attempt } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UnderWay } from '../credentials/under-way.tsx';
import { EndNote } from './end-note.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { SubjectFacts } from './subject-facts.tsx';
import { KEY_IMPORT_TEXT } from './text.ts';

const TEXT = KEY_IMPORT_TEXT.progress;

type Status = Exclude<KeyImport['status'], { state: 'draft' }>;

const goOn = async (): Promise<void> => showKeyImport(await getConsole().keyImports.goOn());
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

/** An import under way or over: what is imported, how far it is, and the way on. */
export function ProgressCard({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  const task = useTask(goOn);
  return (
    <Card label={TEXT.title(current.name)}>
      <CardHeader title={current.name} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <StatusNote current={current} status={status} />
        <SubjectFacts subject={current.subject} />
        <Refusal error={task.error} />
      </CardSection>
      {status.state === 'running' ? (
        <CardFooter note={<UnderWay />} />
      ) : status.state === 'ended' ? (
        <CardFooter>
          <Button kind="primary" onPress={clear}>
            {TEXT.done}
          </Button>
        </CardFooter>
      ) : (
        <CardFooter>
          <Button isDisabled={task.busy} onPress={clear}>
            {TEXT.discard}
          </Button>
          <Button kind="primary" isPending={task.busy} onPress={() => void task.run()}>
            {TEXT.waysOn[status.state]}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

function StatusNote({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  switch (status.state) {
    case 'running':
      return null;
    case 'waiting': {
      const { activityId } = status;
      return (
        <Note
          tone="warn"
          title={TEXT.waiting}
          live
          action={
            <Button small onPress={() => go('activities', activityId)}>
              {TEXT.showVotes}
            </Button>
          }
        >
          {status.step === 'target' ? TEXT.keyInMemory : TEXT.sealedSent}
        </Note>
      );
    }
    case 'unanswered':
      return (
        <Note tone="warn" title={TEXT.unanswered} live>
          {TEXT.unansweredEffect}
        </Note>
      );
    case 'sealed':
      return (
        <Note title={TEXT.sealed} live>
          {TEXT.sealedEffect}
        </Note>
      );
    case 'ended':
      return <EndNote current={current} step={status.step} outcome={status.outcome} />;
  }
}
