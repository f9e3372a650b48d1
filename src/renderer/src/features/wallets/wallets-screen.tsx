import type { ReactNode } from 'react';
import { RequestDialog } from '../records/request-dialog.tsx';
import { Tabs } from '../records/tabs.tsx';
import { useTab } from '../records/use-tab.ts';
import { SecretsPanel } from './secrets-panel.tsx';
import { WalletsPanel } from './wallets-panel.tsx';

const TABS = [
  { id: 'wallets', label: 'Wallets' },
  { id: 'secrets', label: 'Secrets' },
] as const;

/** What else the service keeps: wallets with their accounts, and secrets. */
export function WalletsScreen(): ReactNode {
  const [tab, setTab] = useTab(TABS);
  const Panel = tab === 'wallets' ? WalletsPanel : SecretsPanel;
  return (
    <>
      <Panel tools={<Tabs label="What is kept" tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}
