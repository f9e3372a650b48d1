import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { BatchSummary } from '#preload/contract/batches.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { FactList } from '../../ui/facts.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { SentenceView } from '../../ui/values.tsx';
import { Warnings } from '../../ui/notes.tsx';
import styles from './batch.module.css';

const ask = (id: string): Promise<BatchSummary> => getConsole().batches.summary({ id });

/** What a batch does in all: its sentence, what stands out, and its totals. */
export function BatchSummaryView({ id }: { id: string }): ReactNode {
  const [summary, setSummary] = useState<BatchSummary | null>(null);
  const { run, busy, error } = useTask(ask);
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
