import { Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { formatDay, formatMinute } from '../../format/time.ts';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { secrets } from './wallets-store.ts';
import type { SecretRecord } from './wallets-store.ts';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.secrets;

const nameOf = (secret: SecretRecord): string => secret.name ?? TEXT.unnamed;

const KIND: RecordKind<SecretRecord> = {
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Vault,
  id: (secret) => secret.secretId,
  name: nameOf,
  columns: [
    {
      id: 'name',
      title: WALLET_TEXT.name,
      grow: true,
      cell: (secret) => (
        <NameCell
          name={nameOf(secret)}
          detail={secret.staticProperties.map(({ key, value }) => `${key ?? ''}=${value ?? ''}`).join(', ')}
        />
      ),
    },
    { id: 'created', title: TEXT.imported, cell: (secret) => formatDay(Number(secret.createdAtUnixMs)) },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** The names and properties of secrets; their values are never here. */
export function SecretsPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(secrets)}
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
            <ItemList none={TEXT.noProperties}>
              {secret.staticProperties.map(({ key, value }, index) => (
                <Item key={index} name={key ?? TEXT.noKey} detail={value ?? TEXT.noValue} />
              ))}
            </ItemList>
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
