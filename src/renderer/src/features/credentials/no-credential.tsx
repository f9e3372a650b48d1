import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../bridge/app-state.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.missing;

/** A screen that needs a stamp, in a profile that has no credential. */
export function NoCredential(): ReactNode {
  const name = useProfile()?.name ?? CREDENTIAL_TEXT.thisProfile;
  return (
    <ScreenLayout>
      <Card label={TEXT.title}>
        <EmptyState
          icon={Fingerprint}
          title={TEXT.heading(name)}
          action={
            <>
              <Button onPress={() => go('credentials', 'bring')}>{CREDENTIAL_TEXT.importKey}</Button>
              <Button kind="primary" onPress={() => go('credentials', 'create')}>
                {CREDENTIAL_TEXT.createKey}
              </Button>
            </>
          }
        >
          {TEXT.hint}
        </EmptyState>
      </Card>
    </ScreenLayout>
  );
}
