import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { go, useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { LazyOperationPanel } from './lazy-operation-panel.tsx';
import { OWN_SCREENS } from './operation-entries.ts';
import { OperationList } from './operation-list.tsx';
import { OPERATION_TEXT } from './text.ts';

const TEXT = OPERATION_TEXT.screen;

/** Everything that the service can do: the list, and the form of the one that is chosen beside it. */
export function OperationsScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const focus = useNavigation((state) => state.focus);
  const [chosen, setChosen] = useState(focus);
  useSubtitle(TEXT.count(summaries.length));
  return (
    <ScreenLayout layout="split">
      <OperationList chosen={chosen} onChoose={setChosen} />
      {chosen === null ? (
        <Card label={TEXT.operation}>
          <CardSection>
            <EmptyState icon={SquareTerminal} title={TEXT.choose}>
              {TEXT.chooseHint}
            </EmptyState>
          </CardSection>
        </Card>
      ) : (
        <OperationCard key={`${profileId} ${chosen}`} path={chosen} />
      )}
    </ScreenLayout>
  );
}

function OperationCard({ path }: { path: string }): ReactNode {
  const described = summaries.find((operation) => operation.path === path);
  const title = described?.summary ?? path;
  const [screen, focus] = OWN_SCREENS[path] ?? [];
  return (
    <Card label={title}>
      <CardHeader
        title={title}
        tag={<EffectTag effect={described?.effect ?? 'read'} />}
        end={
          screen !== undefined && (
            <Button small onPress={() => go(screen, focus ?? null)}>
              {TEXT.openScreen}
            </Button>
          )
        }
      />
      <CardSection>
        <LazyOperationPanel operation={path} />
      </CardSection>
    </Card>
  );
}
