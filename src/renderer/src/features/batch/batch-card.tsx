import { type ReactNode, useEffect, useState } from 'react';
import type { BatchSummary } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { getConsole } from '../../bridge/console.ts';
import { type Task, useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal, Warnings } from '../../ui/notes.tsx';
import { Progress } from '../../ui/progress.tsx';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { EffectTag, Tag } from '../../ui/tags.tsx';
import { attempt } from '../../ui/toasts.ts';
import { CopyButton, SentenceView } from '../../ui/values.tsx';
import { BatchLines } from './batch-lines.tsx';
import { dropBatch, showBatch } from './batch-store.ts';
import { batchProgress, countRequests, stateWords } from './batch-text.ts';
import styles from './batch.module.css';
import { FailedLines } from './failed-lines.tsx';
import { BATCH_TEXT } from './text.ts';

const run = (id: string) => getConsole().requestGroups.run({ id });

interface BatchCardProps {
  readonly set: RequestGroup;
  /** Whether it has its size: what stands below its summary is drawn then. */
  readonly isKnown: boolean;
  /** Called with its ID once its summary is there, or why not. */
  readonly onSummed: (id: string) => void;
}

/** Whether something of it was sent: it is summed up on demand from then on. */
export const isBegunBatch = ({ state, done, failed, waiting }: RequestGroup): boolean =>
  state !== 'prepared' || done + failed + waiting > 0;

/** One batch: what it does, how far it is, and what can be done with it now. */
export function BatchCard({ set, isKnown, onSummed }: BatchCardProps): ReactNode {
  const running = useTask(run);
  const { id, title, state, total, done, failed, results, stopped } = set;
  const isBegun = isBegunBatch(set);
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
          <BatchSummaryView id={id} onSummed={onSummed} />
        )}
        {isKnown && (
          <Disclosure label={BATCH_TEXT.card.all(countRequests(total))}>
            <BatchLines set={set} />
          </Disclosure>
        )}
      </CardSection>
      {isKnown && <BatchFooter set={set} run={running} />}
    </Card>
  );
}

const ask = (id: string): Promise<BatchSummary> => getConsole().batches.summary({ id });

/** What a batch does in all: its sentence, what stands out, and its totals. */
function BatchSummaryView({
  id,
  onSummed,
}: {
  readonly id: string;
  readonly onSummed?: BatchCardProps['onSummed'];
}): ReactNode {
  const [summary, setSummary] = useState<BatchSummary | null>(null);
  const { run, busy, error } = useTask(ask);
  const isKnown = summary !== null || error !== null;
  useEffect(() => {
    if (isKnown) onSummed?.(id);
  }, [isKnown, onSummed, id]);
  useEffect(() => {
    let isHere = true;
    void run(id).then((given) => isHere && given !== undefined && setSummary(given));
    return () => void (isHere = false);
  }, [id, run]);
  const again = (): void => void run(id).then((given) => given !== undefined && setSummary(given));
  if (error !== null) return <FailedState error={error} onRetry={again} isPending={busy} />;
  if (summary === null)
    return (
      <div aria-busy="true">
        <Skeleton lines={4} />
      </div>
    );
  const { effect, sentence, warnings, facts } = summary;
  return (
    <div className={styles['stack']}>
      <div className={styles['sentence']}>
        <EffectTag effect={effect} />
        <SentenceView parts={sentence} />
      </div>
      <Warnings warnings={warnings} />
      <FactList facts={facts} />
    </div>
  );
}

interface BatchFooterProps {
  readonly set: RequestGroup;
  readonly run: Task<[string], unknown>;
}

const pause = (id: string): void => void attempt(() => getConsole().requestGroups.pause({ id }));
const discard = (id: string): void =>
  void attempt(async () => {
    await getConsole().batches.discard({ id });
    dropBatch(id);
  });
const refresh = (id: string): Promise<unknown> =>
  attempt(async () => showBatch(await getConsole().requestGroups.refresh({ id })));

/** What can be done with a batch now; one primary action. */
function BatchFooter({ set, run }: BatchFooterProps): ReactNode {
  const { id, state, total, done, failed, waiting } = set;
  const start = (): void => void run.run(id);
  const looking = useTask(refresh);
  if (state === 'running')
    return (
      <CardFooter note={BATCH_TEXT.footer.running}>
        <Button onPress={() => pause(id)}>{BATCH_TEXT.footer.pause}</Button>
      </CardFooter>
    );
  if (state === 'ended' && waiting > 0)
    return (
      <CardFooter note={BATCH_TEXT.footer.waiting}>
        <Button isDisabled={looking.busy} onPress={() => discard(id)}>
          {BATCH_TEXT.footer.discard}
        </Button>
        <Button kind="primary" isPending={looking.busy} onPress={() => void looking.run(id)}>
          {BATCH_TEXT.footer.refresh}
        </Button>
      </CardFooter>
    );
  if (state === 'ended')
    return (
      <CardFooter note={BATCH_TEXT.footer.ended}>
        <Button kind="primary" onPress={() => discard(id)}>
          {BATCH_TEXT.footer.done}
        </Button>
      </CardFooter>
    );
  const left = total - done - failed - waiting;
  const isBegun = left < total;
  return (
    <CardFooter note={noteOf(run.busy, isBegun, state)}>
      <Button isDisabled={run.busy} onPress={() => discard(id)}>
        {BATCH_TEXT.footer.discard}
      </Button>
      <Button kind="primary" isPending={run.busy} onPress={start}>
        {isBegun
          ? BATCH_TEXT.footer.resume(countRequests(left))
          : BATCH_TEXT.footer.review(countRequests(left))}
      </Button>
    </CardFooter>
  );
}

function noteOf(isBusy: boolean, isBegun: boolean, state: RequestGroup['state']): string {
  if (isBusy) return BATCH_TEXT.footer.busy;
  if (!isBegun) return BATCH_TEXT.footer.once;
  return state === 'prepared' ? BATCH_TEXT.footer.again : BATCH_TEXT.footer.kept;
}
