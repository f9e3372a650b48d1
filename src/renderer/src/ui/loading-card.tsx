import type { ReactNode } from 'react';
import { Card, CardSection } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

/** Stands in the place of a card whose content is on its way. */
export const LoadingCard = ({ label }: { label: string }): ReactNode => (
  <Card label={label}>
    <CardSection>
      <div aria-busy="true">
        <Skeleton lines={5} />
      </div>
    </CardSection>
  </Card>
);
