import type { ComponentType, ReactNode } from 'react';
import { RequestDialog } from '../records/record-request.tsx';
import { Tabs, useTab } from '../records/tabs.tsx';
import { AppsPanel } from './apps-panel.tsx';
import { AuthProxyPanel } from './auth-proxy-panel.tsx';
import { EarnPanel } from './earn-panel.tsx';
import { Oauth2Panel } from './oauth2-panel.tsx';
import { OnRampPanel } from './on-ramp-panel.tsx';
import { INTEGRATION_TEXT } from './text.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const TEXT = INTEGRATION_TEXT;

const TABS = [
  { id: 'webhooks', label: TEXT.tabs.webhooks },
  { id: 'on-ramps', label: TEXT.tabs['on-ramps'] },
  { id: 'oauth2', label: TEXT.tabs.oauth2 },
  { id: 'earn', label: TEXT.tabs.earn },
  { id: 'apps', label: TEXT.tabs.apps },
  { id: 'auth-proxy', label: TEXT.tabs['auth-proxy'] },
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
      <Panel tools={<Tabs label={TEXT.parts} tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}
