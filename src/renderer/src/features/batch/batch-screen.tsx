import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { Card, ScreenLayout } from '../../ui/layout.tsx';
import { BatchCard } from './batch-card.tsx';
import { followBatches, loadBatches, useBatches } from './batch-store.ts';
import { FileCard } from './file-card.tsx';
import { RefusedCard } from './refused-card.tsx';
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
      {known.batches.map((set) => (
        <BatchCard key={set.id} set={set} />
      ))}
      {known.refused !== null && <RefusedCard refused={known.refused} />}
      <FileCard isFirst={count === 0} />
    </ScreenLayout>
  );
}
