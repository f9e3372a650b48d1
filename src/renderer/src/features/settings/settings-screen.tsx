import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { StoredWhere } from '../credentials/stored-where.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { DescriptorsCard } from './descriptors-card.tsx';
import { InterfacesCard } from './interfaces-card.tsx';
import { MachineCard } from './machine-card.tsx';
import { ProfilesCard } from './profiles-card.tsx';
import { SETTINGS_TEXT } from './text.ts';

/** Looks, profiles, the state of this machine, and what is stored where. */
export function SettingsScreen(): ReactNode {
  const { version } = useAppSnapshot();
  useSubtitle(SETTINGS_TEXT.version(version));
  return (
    <ScreenLayout>
      <AppearanceCard />
      <ProfilesCard />
      <InterfacesCard />
      <DescriptorsCard />
      <MachineCard />
      <Card label={SETTINGS_TEXT.storage}>
        <CardHeader title={SETTINGS_TEXT.storage} />
        <CardSection>
          <StoredWhere />
        </CardSection>
      </Card>
    </ScreenLayout>
  );
}
