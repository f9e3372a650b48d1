import type { ReactNode } from 'react';
import type { KeyImport } from '../../../../preload/contract/key-imports.ts';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { EndNote } from './end-note.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { SubjectFacts } from './subject-facts.tsx';
import { UnderWay } from '../credentials/under-way.tsx';

type Status = Exclude<KeyImport['status'], { state: 'draft' }>;

const goOn = async (): Promise<void> => showKeyImport(await getConsole().keyImports.goOn());
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

/** An import under way or over: what is imported, how far it is, and the way on. */
export function ProgressCard({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  const task = useTask(goOn);
  return (
    <Card label={`Import of ${current.name}`}>
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
            Done
          </Button>
        </CardFooter>
      ) : (
        <CardFooter>
          <Button isDisabled={task.busy} onPress={clear}>
            Give up
          </Button>
          <Button kind="primary" isPending={task.busy} onPress={() => void task.run()}>
            {WAYS_ON[status.state]}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

const WAYS_ON = {
  waiting: 'Look again',
  unanswered: 'Send the same bytes again',
  sealed: 'Go on',
} as const;

function StatusNote({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  switch (status.state) {
    case 'running':
      return null;
    case 'waiting': {
      const { activityId } = status;
      return (
        <Note
          tone="warn"
          title="It waits for votes"
          live
          action={
            <Button small onPress={() => go('activities', activityId)}>
              Show the votes
            </Button>
          }
        >
          {status.step === 'target'
            ? 'The key is in memory alone until it can be sealed: it is lost when you lock or close the console.'
            : 'What was sealed is with the service. The key itself is wiped here.'}
        </Note>
      );
    }
    case 'unanswered':
      return (
        <Note tone="warn" title="No answer: it may or may not have happened" live>
          The same bytes can be sent again without a second effect.
        </Note>
      );
    case 'sealed':
      return (
        <Note title="Sealed, and not sent yet" live>
          The key itself is wiped here. What was sealed needs its own approval.
        </Note>
      );
    case 'ended':
      return <EndNote current={current} step={status.step} outcome={status.outcome} />;
  }
}
