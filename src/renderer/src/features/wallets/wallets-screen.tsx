import { Vault } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import type { SecretRecord } from '../../bridge/pages.ts';
import { formatDay, formatMinute } from '../../format/time.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { DetailSection, Item, ItemList, NameCell } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton, RequestDialog } from '../records/record-request.tsx';
import { Tabs, useTab } from '../records/tabs.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { WALLET_TEXT } from './text.ts';
import { WalletsPanel } from './wallets-panel.tsx';
import { secrets } from './wallets-store.ts';

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

const TEXT = WALLET_TEXT.secrets;

const nameOf = (secret: SecretRecord): string => secret.name ?? TEXT.unnamed;

const propertiesOf = ({ staticProperties }: SecretRecord): string =>
  staticProperties.map(({ key, value }) => `${key ?? ''}=${value ?? ''}`).join(', ');

const KIND: RecordKind<SecretRecord> = {
  list: 'secrets',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Vault,
  id: (secret) => secret.secretId,
  name: nameOf,
  text: propertiesOf,
  columns: [
    {
      id: 'name',
      title: WALLET_TEXT.name,
      grow: true,
      cell: (secret) => <NameCell name={nameOf(secret)} detail={propertiesOf(secret)} />,
    },
    { id: 'created', title: TEXT.imported, cell: (secret) => formatDay(Number(secret.createdAtUnixMs)) },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

const propertyText = ({ key, value }: SecretRecord['staticProperties'][number]): string => `${key} ${value}`;

/** The names and properties of secrets; their values are never here. */
function SecretsPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(secrets)}
      onRetry={() => void secrets.load()}
      tools={tools}
      detail={(secret) => (
        <>
          <Facts>
            <FactRow label={TEXT.imported}>{formatMinute(Number(secret.createdAtUnixMs))}</FactRow>
            <FactRow label={TEXT.id}>
              <Copied value={secret.secretId} what={TEXT.copyId} />
            </FactRow>
          </Facts>
          <DetailSection title={TEXT.properties}>
            <FoundList
              list="properties"
              of={secret.secretId}
              label={TEXT.properties}
              rows={secret.staticProperties}
              textOf={propertyText}
            >
              {(shown) => (
                <ItemList none={TEXT.noProperties}>
                  {shown.map(({ key, value }, index) => (
                    <Item key={index} name={key ?? TEXT.noKey} detail={value ?? TEXT.noValue} />
                  ))}
                </ItemList>
              )}
            </FoundList>
          </DetailSection>
        </>
      )}
      actions={(secret) => (
        <RequestButton
          operation="delete_secrets"
          initial={{ secretIds: [secret.secretId] }}
          locked={['secretIds']}
          kind="danger"
          aria-label={WALLET_TEXT.deleteName(nameOf(secret))}
        >
          {WALLET_TEXT.delete}
        </RequestButton>
      )}
    />
  );
}
