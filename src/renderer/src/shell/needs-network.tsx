import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { go } from '../navigation/navigation.ts';
import { Button } from '../ui/button.tsx';
import { Card, ScreenLayout } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { ScreenEntry } from './screens.ts';
import { SHELL_TEXT } from './text.ts';

const TEXT = SHELL_TEXT.needsNetwork;
const INSTEAD: Partial<Record<ScreenEntry['id'], string>> = TEXT.instead;

/** A screen that shows what a service holds, on a console that asks none: what to do in its place. */
export function NeedsNetwork({ screen }: { screen: ScreenEntry }): ReactNode {
  return (
    <ScreenLayout>
      <Card label={screen.title}>
        <EmptyState
          icon={WifiOff}
          title={TEXT.title}
          action={
            <Button kind="primary" onPress={() => go('offline')}>
              {TEXT.action}
            </Button>
          }
        >
          {INSTEAD[screen.id] ?? TEXT.text}
        </EmptyState>
      </Card>
    </ScreenLayout>
  );
}
