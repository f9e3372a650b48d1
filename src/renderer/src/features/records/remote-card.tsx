import type { ReactNode } from 'react';
import type { Remote } from '../../bridge/remote.ts';
import { useRemote } from '../../bridge/remote.ts';
import { Card, CardHeader, CardSection } from '../../ui/card.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface RemoteCardProps<T> {
  readonly title: string;
  readonly remote: Remote<T>;
  /** What the card holds once the service has answered. */
  readonly children: (value: T) => ReactNode;
}

/** A card of something that the service keeps: on its way, failed with another try, or there. */
export function RemoteCard<T>({ title, remote, children }: RemoteCardProps<T>): ReactNode {
  const known = useRemote(remote);
  return (
    <Card label={title}>
      <CardHeader title={title} />
      {known.state === 'loading' && (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={5} />
          </div>
        </CardSection>
      )}
      {known.state === 'failed' && <FailedState error={known.error} onRetry={() => void remote.load()} />}
      {known.state === 'ready' && children(known.value)}
    </Card>
  );
}
