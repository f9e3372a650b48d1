import { ServerCrash } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health } from '#preload/contract/app.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Card, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { RecheckButton } from '../../ui/status.tsx';
import { LOCK_TEXT } from './text.ts';

/** A screen that needs the service, when the service does not run. */
export function ServiceFailed({ service }: { service: Health['service'] }): ReactNode {
  return (
    <ScreenLayout>
      <Card label={LOCK_TEXT.service.title}>
        <EmptyState
          icon={ServerCrash}
          title={service.message}
          action={
            <>
              <Button onPress={() => go('settings')}>{LOCK_TEXT.service.settings}</Button>
              <RecheckButton autoFocus />
            </>
          }
        >
          {service.remedy}
        </EmptyState>
      </Card>
    </ScreenLayout>
  );
}

/** A screen that needs the service, while the service starts: for the first time, or after it stopped by itself. */
export function ServiceStarting({ service }: { service: Health['service'] }): ReactNode {
  return (
    <ScreenLayout>
      <Card label={LOCK_TEXT.service.starting}>
        <CardSection>
          <p role="status">{service.message}</p>
          <Skeleton lines={6} />
        </CardSection>
      </Card>
    </ScreenLayout>
  );
}
