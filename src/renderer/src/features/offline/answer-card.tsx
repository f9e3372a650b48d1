import { type ReactNode, Suspense } from 'react';
import type { OpenedAnswerView } from '#preload/contract/offline.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { LazyResultView } from '../operations/operation-dialog.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds } from '../requests/outcome-text.ts';
import { SignedTransactionCard, Verifications } from '../requests/signed-transaction.tsx';
import styles from './offline.module.css';
import { closeItem } from './request-cards.tsx';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.answer;

/** What an answer came to, check by check, and what nobody signed of it. */
export function AnswerCard({ answer }: { answer: OpenedAnswerView }): ReactNode {
  const { id, summary, outcome, note } = answer;
  const closing = useTask(closeItem);
  return (
    <>
      <Card label={TEXT.title}>
        <CardHeader title={`${TEXT.title}: ${summary}`} />
        <CardSection className={styles['stack']}>
          {outcome.state === 'completed' ? (
            holds(outcome) && <Note tone="good" title={TEXT.done} live />
          ) : (
            <OutcomeNote outcome={outcome} />
          )}
          <Note title={TEXT.unproven}>{note}</Note>
          {outcome.state === 'completed' && outcome.verifications.length > 0 && (
            <Verifications verifications={outcome.verifications} />
          )}
        </CardSection>
        <CardFooter>
          <Button kind="primary" onPress={() => void closing.run(id)}>
            {TEXT.close}
          </Button>
        </CardFooter>
      </Card>
      {outcome.state === 'completed' && outcome.transaction && holds(outcome) && (
        <SignedTransactionCard {...outcome.transaction} />
      )}
      {outcome.state === 'completed' && (
        <Suspense fallback={null}>
          <LazyResultView label={TEXT.result} value={outcome.result} />
        </Suspense>
      )}
    </>
  );
}
