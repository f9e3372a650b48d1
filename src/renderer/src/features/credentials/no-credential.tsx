import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../bridge/app-state.ts';
import { go } from '../../navigation/navigation.ts';
import { ScreenLayout } from '../../ui/screen-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** A screen that needs a stamp, in a profile that has no credential. */
export function NoCredential(): ReactNode {
  const name = useProfile()?.name ?? 'this profile';
  return (
    <ScreenLayout>
      <Card label="No credential">
        <EmptyState
          icon={Fingerprint}
          title={`No credential for ${name}`}
          action={
            <>
              <Button onPress={() => go('credentials', 'bring')}>Bring a key</Button>
              <Button kind="primary" onPress={() => go('credentials', 'create')}>
                Create a key
              </Button>
            </>
          }
        >
          Every request to the service is stamped. Create a key here, or bring one that is enrolled there.
        </EmptyState>
      </Card>
    </ScreenLayout>
  );
}
