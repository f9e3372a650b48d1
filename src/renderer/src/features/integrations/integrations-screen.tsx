import type { ComponentType, ReactNode } from 'react';
import { RequestDialog } from '../records/request-dialog.tsx';
import { Tabs } from '../records/tabs.tsx';
import { useTab } from '../records/use-tab.ts';
import { AppsPanel } from './apps-panel.tsx';
import { AuthProxyPanel } from './auth-proxy-panel.tsx';
import { EarnPanel } from './earn-panel.tsx';
import { Oauth2Panel } from './oauth2-panel.tsx';
import { OnRampPanel } from './on-ramp-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

const TABS = [
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'on-ramps', label: 'On-ramps' },
  { id: 'oauth2', label: 'OAuth 2.0' },
  { id: 'earn', label: 'Earn' },
  { id: 'apps', label: 'Apps' },
  { id: 'auth-proxy', label: 'Auth proxy' },
] as const;

const PANELS: Readonly<Record<(typeof TABS)[number]['id'], ComponentType<{ tools: ReactNode }>>> = {
  webhooks: WebhooksPanel,
  'on-ramps': OnRampPanel,
  oauth2: Oauth2Panel,
  earn: EarnPanel,
  apps: AppsPanel,
  'auth-proxy': AuthProxyPanel,
};

/** What the organization is connected with. */
export function IntegrationsScreen(): ReactNode {
  const [tab, setTab] = useTab(TABS);
  const Panel = PANELS[tab];
  return (
    <>
      <Panel tools={<Tabs label="Part of the integrations" tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}
