import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { NoMatches, RowSearchField } from '../../ui/finding.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { useListSearch } from '../filters/list-search.tsx';
import { BatchCard, isBegunBatch } from './batch-card.tsx';
import { FileCard } from './batch-file-card.tsx';
import { type RefusedFile, followBatches, loadBatches, showRefused, useBatches } from './batch-store.ts';
import { stateWords } from './batch-text.ts';
import styles from './batch.module.css';
import { ProblemTable } from './problem-table.tsx';
import { BATCH_TEXT } from './text.ts';

/** Many requests out of a file: read whole, approved once, sent with their results beside the file. */
export function BatchScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = useBatches();
  useEffect(() => followBatches(), [profileId]);
  const count = known.state === 'ready' ? known.batches.length : 0;
  useSubtitle(count === 0 ? '' : BATCH_TEXT.count(count));
  if (known.state === 'loading')
    return (
      <ScreenLayout>
        <LoadingCard label={BATCH_TEXT.title} />
      </ScreenLayout>
    );
  if (known.state === 'failed')
    return (
      <ScreenLayout>
        <Card label={BATCH_TEXT.title}>
          <FailedState error={known.error} onRetry={() => void loadBatches()} />
        </Card>
      </ScreenLayout>
    );
  return (
    <ScreenLayout>
      <Batches batches={known.batches}>
        {known.refused !== null && <RefusedCard refused={known.refused} />}
        <FileCard isFirst={count === 0} />
      </Batches>
    </ScreenLayout>
  );
}

const batchText = (set: RequestGroup): string =>
  [set.title, set.id, stateWords(set), set.results ?? ''].join(' ');

/** The batches, narrowed by what is typed where they are many. */
function Batches({
  batches,
  children,
}: {
  readonly batches: readonly RequestGroup[];
  /** What stands below them. */
  readonly children: ReactNode;
}): ReactNode {
  const label = BATCH_TEXT.title;
  const search = useListSearch({ list: 'batches', label, rows: batches, textOf: batchText });
  const [summed, setSummed] = useState<ReadonlySet<string>>(new Set());
  const noteSummed = useCallback((id: string) => setSummed((before) => new Set(before).add(id)), []);
  const isKnown = (set: RequestGroup): boolean => isBegunBatch(set) || summed.has(set.id);
  const isNone = batches.length > 0 && search.found.length === 0;
  return (
    <>
      {search.isLong && (
        <Card label={label}>
          <RowSearchField label={label} search={search} />
          {isNone && <NoMatches onClear={() => search.setWords('')} />}
        </Card>
      )}
      {search.found.map((set) => (
        <BatchCard key={set.id} set={set} isKnown={isKnown(set)} onSummed={noteSummed} />
      ))}
      <Below isKnown={search.found.every(isKnown)}>{children}</Below>
    </>
  );
}

/** Everything that is wrong with a file, of which nothing was kept. */
function RefusedCard({ refused: { name, problems, total } }: { refused: RefusedFile }): ReactNode {
  const more = total - problems.length;
  return (
    <Card label={BATCH_TEXT.refused.title(name)}>
      <CardHeader title={BATCH_TEXT.refused.title(name)} />
      <CardSection>
        <Note tone="bad" title={BATCH_TEXT.refused.noteTitle} live>
          {BATCH_TEXT.refused.note(total)}
        </Note>
      </CardSection>
      <CardSection flush className={styles['scroll']}>
        <ProblemTable problems={problems} />
      </CardSection>
      <CardFooter note={more > 0 ? BATCH_TEXT.refused.more(more.toLocaleString('en')) : null}>
        <Button onPress={() => showRefused(null)}>{BATCH_TEXT.refused.close}</Button>
      </CardFooter>
    </Card>
  );
}
