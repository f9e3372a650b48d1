import type { ComponentType, ReactNode } from 'react';
import { RequestDialog } from '../records/request-dialog.tsx';
import { Tabs } from '../records/tabs.tsx';
import { useTab } from '../records/use-tab.ts';
import { HistoryPanel } from './history-panel.tsx';
import { SecretsPanel } from './secrets-panel.tsx';
import { WalletsPanel } from './wallets-panel.tsx';
import { WALLET_TEXT } from './text.ts';

const TABS = [
  { id: 'wallets', label: WALLET_TEXT.tabs.wallets },
  { id: 'secrets', label: WALLET_TEXT.tabs.secrets },
  { id: 'history', label: WALLET_TEXT.tabs.history },
] as const;

const PANELS: Readonly<Record<(typeof TABS)[number]['id'], ComponentType<{ tools: ReactNode }>>> = {
  wallets: WalletsPanel,
  secrets: SecretsPanel,
  history: HistoryPanel,
};

/** What else the service keeps: wallets with their accounts and what moved on Solana, and secrets. */
export function WalletsScreen(): ReactNode {
  const [tab, setTab] = useTab(TABS);
  const Panel = PANELS[tab];
  return (
    <>
      <Panel tools={<Tabs label={WALLET_TEXT.parts} tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}
