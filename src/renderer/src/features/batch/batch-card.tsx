import type { ReactNode } from 'react';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Card, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Tag } from '../../ui/tags.tsx';
import { CopyButton } from '../../ui/values.tsx';
import { BatchFooter } from './batch-footer.tsx';
import { BatchLines } from './batch-lines.tsx';
import { BatchSummaryView } from './batch-summary-view.tsx';
import { batchProgress, countRequests, stateWords } from './batch-text.ts';
import styles from './batch.module.css';
import { FailedLines } from './failed-lines.tsx';
import { BATCH_TEXT } from './text.ts';

const run = (id: string) => getConsole().requestGroups.run({ id });

/** One batch: what it does, how far it is, and what can be done with it now. */
export function BatchCard({ set }: { set: RequestGroup }): ReactNode {
  const running = useTask(run);
  const { id, title, state, total, done, failed, waiting, results, stopped } = set;
  const isBegun = state !== 'prepared' || done + failed + waiting > 0;
  return (
    <Card label={title}>
      <CardHeader title={title} end={<Tag>{stateWords(set)}</Tag>} />
      {isBegun && (
        <CardSection className={styles['progress']}>
          <Progress
            label={BATCH_TEXT.card.ended(title)}
            value={done + failed}
            max={total}
            paused={state !== 'running' && done + failed < total}
          />
          <span role="status">{batchProgress(set)}</span>
          {results !== null && (
            <span className={styles['faint']}>
              {BATCH_TEXT.card.results} <span className={styles['field']}>{results}</span>{' '}
              <CopyButton text={results} what={BATCH_TEXT.card.resultsNoun} />
            </span>
          )}
        </CardSection>
      )}
      {failed > 0 && <FailedLines set={set} run={running} />}
      <CardSection className={styles['stack']}>
        {stopped !== null && (
          <Note tone="bad" title={stopped.message} live>
            {stopped.remedy}
          </Note>
        )}
        <Refusal error={running.error} />
        {isBegun ? (
          <Disclosure label={BATCH_TEXT.card.summary}>
            <BatchSummaryView id={id} />
          </Disclosure>
        ) : (
          <BatchSummaryView id={id} />
        )}
        <Disclosure label={BATCH_TEXT.card.all(countRequests(total))}>
          <BatchLines set={set} />
        </Disclosure>
      </CardSection>
      <BatchFooter set={set} run={running} />
    </Card>
  );
}
