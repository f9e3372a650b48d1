import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { Refused } from './refusal.tsx';
import { ServiceSaid } from './service-said.tsx';
import { UI_TEXT } from './text.ts';

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
