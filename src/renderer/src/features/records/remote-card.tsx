import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import type { Query } from '../../bridge/query.ts';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';

interface RemoteCardProps<T> {
  readonly title: string;
  readonly remote: Query<T>;
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
