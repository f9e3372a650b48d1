import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Card, CardSection } from './layout.tsx';
import { type Refused, ServiceSaid } from './notes.tsx';
import styles from './states.module.css';
import { UI_TEXT } from './text.ts';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** The next action. */
  readonly action?: ReactNode;
}

/** What stands where a list has nothing: why, and the next action. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles['state']}>
      <span className={styles['icon']}>
        <Icon of={icon} />
      </span>
      <h2 className={styles['title']}>{title}</h2>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  );
}

interface FailedStateProps {
  readonly error: Refused;
  readonly onRetry?: () => void;
  readonly isPending?: boolean;
}

/** What stands where something could not be loaded: what happened, what to do, and the way to try again. */
export function FailedState({ error, onRetry, isPending }: FailedStateProps): ReactNode {
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={error.message}
        action={
          onRetry && (
            <Button icon={RotateCw} onPress={onRetry} isPending={isPending ?? false}>
              {UI_TEXT.tryAgain}
            </Button>
          )
        }
      >
        {error.remedy}
        {error.service && <ServiceSaid said={error.service} />}
      </EmptyState>
    </div>
  );
}

/** Grey lines in the place of words that are under way, so that nothing moves when they come. */
export function Skeleton({ lines = 1, wide }: { lines?: number; wide?: boolean }): ReactNode {
  return (
    <div className={styles['skeleton']} aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={classNames(styles['line'], wide && styles['wide'])} />
      ))}
    </div>
  );
}

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
