import type { ComponentType, ReactNode } from 'react';
import { useProfile } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { RequestDialog } from '../records/request-dialog.tsx';
import { Tabs } from '../records/tabs.tsx';
import { useTab } from '../records/use-tab.ts';
import { FeaturesPanel } from './features-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import { QuorumPanel } from './quorum-panel.tsx';
import { UsersPanel } from './users-panel.tsx';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT;

const TABS = [
  { id: 'users', label: TEXT.tabs.users },
  { id: 'invitations', label: TEXT.tabs.invitations },
  { id: 'policies', label: TEXT.tabs.policies },
  { id: 'quorum', label: TEXT.tabs.quorum },
  { id: 'features', label: TEXT.tabs.features },
  { id: 'network', label: TEXT.tabs.network },
] as const;

const PANELS: Readonly<Record<(typeof TABS)[number]['id'], ComponentType<{ tools: ReactNode }>>> = {
  users: UsersPanel,
  invitations: InvitationsPanel,
  policies: PoliciesPanel,
  quorum: QuorumPanel,
  features: FeaturesPanel,
  network: NetworkPanel,
};

/** Who belongs to the organization, what they may do, and from where. */
export function OrganizationScreen(): ReactNode {
  useSubtitle(useProfile()?.organizationName ?? '');
  const [tab, setTab] = useTab(TABS);
  const Panel = PANELS[tab];
  return (
    <>
      <Panel tools={<Tabs label={TEXT.parts} tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}
