import { type ReactNode, useEffect, useState } from 'react';
import type { BatchFailures } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { getConsole } from '../../bridge/console.ts';
import { type Task, useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { FoundTable } from '../filters/found-list.tsx';
import { againWords, countRequests } from './batch-text.ts';
import styles from './batch.module.css';
import { BATCH_TEXT } from './text.ts';

/** So many failed lines are shown; all of them are in the results. */
const SHOWN = 50;

type FailedLine = BatchFailures['failures'][number];

const COLUMNS: readonly TableColumn<FailedLine>[] = [
  { id: 'line', title: BATCH_TEXT.columns.line, cell: ({ line }) => line.toLocaleString('en') },
  { id: 'reference', title: BATCH_TEXT.columns.name, cell: ({ reference }) => reference ?? '' },
  {
    id: 'code',
    title: BATCH_TEXT.columns.code,
    cell: ({ failure }) => <span className={styles['field']}>{failure?.code}</span>,
  },
  {
    id: 'message',
    title: BATCH_TEXT.columns.why,
    grow: true,
    cell: ({ failure }) => failure?.message ?? BATCH_TEXT.failed.seeResults,
  },
];

const failedText = ({ line, reference, failure }: FailedLine): string =>
  [line, reference ?? '', failure?.code ?? '', failure?.message ?? BATCH_TEXT.failed.seeResults].join(' ');

const ask = (id: string): Promise<BatchFailures> => getConsole().batches.failures({ id, limit: SHOWN });
const tryAgain = (id: string): Promise<RequestGroup> => getConsole().batches.tryAgain({ id });

interface FailedLinesProps {
  readonly set: RequestGroup;
  /** Goes on with the batch, which asks for the approval. */
  readonly run: Task<[string], unknown>;
}

/** The lines that failed with their reasons, and a way to try them again once nothing else is left. */
export function FailedLines({ set, run }: FailedLinesProps): ReactNode {
  const { id, state, failed } = set;
  const [known, setKnown] = useState<BatchFailures | null>(null);
  const asked = useTask(ask);
  const { run: read } = asked;
  // Those behind the shown ones change nothing of the table.
  const moved = `${state} ${Math.min(failed, SHOWN + 1)}`;
  useEffect(() => {
    let isHere = true;
    void read(id).then((given) => isHere && given !== undefined && setKnown(given));
    return () => void (isHere = false);
  }, [id, read, moved]);

  const trying = useTask(tryAgain);
  const again = async (): Promise<void> => {
    if ((await trying.run(id)) !== undefined) await run.run(id);
  };
  const count = known?.again ?? 0;
  const more = failed - (known?.failures.length ?? 0);
  return (
    <>
      <CardSection className={styles['stack']}>
        <Note
          tone="bad"
          title={BATCH_TEXT.failed.heading(countRequests(failed))}
          action={
            state === 'ended' && count > 0 ? (
              <Button small isPending={trying.busy || run.busy} onPress={() => void again()}>
                {BATCH_TEXT.failed.retry(countRequests(count))}
              </Button>
            ) : undefined
          }
        >
          {known !== null && againWords(state, failed, count)}
        </Note>
        <Refusal error={asked.error ?? trying.error} />
      </CardSection>
      {known !== null && (
        <CardSection flush className={styles['scroll']}>
          <FoundTable
            list="failedLines"
            of={id}
            isPart={more > 0}
            label={BATCH_TEXT.failed.title}
            columns={COLUMNS}
            rows={known.failures}
            rowId={({ line }) => String(line)}
            rowText={failedText}
          />
          {more > 0 && <p className={styles['more']}>{BATCH_TEXT.failed.more(more.toLocaleString('en'))}</p>}
        </CardSection>
      )}
    </>
  );
}
