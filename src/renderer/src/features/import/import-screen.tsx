import type { ReactNode } from 'react';
import { ScreenLayout } from '../../ui/layout.tsx';
import { KeyImportPanel } from '../key-import/key-import-panel.tsx';
import { Tabs } from '../records/tabs.tsx';
import { useTab } from '../records/use-tab.ts';
import { SecretsImport } from './secrets-import.tsx';
import { SECRET_IMPORT_TEXT } from './text.ts';

const TEXT = SECRET_IMPORT_TEXT;

const TABS = [
  { id: 'secrets', label: TEXT.tabs.secrets },
  { id: 'key', label: TEXT.tabs.key },
  { id: 'wallet', label: TEXT.tabs.wallet },
] as const;

const PANELS: Readonly<Record<(typeof TABS)[number]['id'], ReactNode>> = {
  secrets: <SecretsImport />,
  key: <KeyImportPanel key="privateKey" kind="privateKey" />,
  wallet: <KeyImportPanel key="wallet" kind="wallet" />,
};

/** What can be brought into the organization: secrets, a private key, a wallet. */
export function ImportScreen(): ReactNode {
  const [tab, setTab] = useTab(TABS);
  return (
    <ScreenLayout>
      <Tabs label={TEXT.whatToImport} tabs={TABS} value={tab} onChange={setTab} />
      {PANELS[tab]}
    </ScreenLayout>
  );
}
