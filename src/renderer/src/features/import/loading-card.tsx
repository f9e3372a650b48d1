import type { ReactNode } from 'react';
import { Card, CardSection } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Stands where an import will be, until the privileged side has said how it stands. */
export const LoadingCard = ({ label }: { label: string }): ReactNode => (
  <Card label={label}>
    <CardSection>
      <div aria-busy="true">
        <Skeleton lines={5} />
      </div>
    </CardSection>
  </Card>
);
