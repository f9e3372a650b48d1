import { Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { formatDay, formatMinute } from '../../ui/time.ts';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { secrets } from './wallets-store.ts';
import type { SecretRecord } from './wallets-store.ts';

const nameOf = (secret: SecretRecord): string => secret.name ?? 'Without a name';

const KIND: RecordKind<SecretRecord> = {
  title: 'Secrets',
  words: ['secret', 'secrets'],
  icon: Vault,
  id: (secret) => secret.secretId,
  name: nameOf,
  columns: [
    {
      id: 'name',
      title: 'Name',
      grow: true,
      cell: (secret) => (
        <NameCell
          name={nameOf(secret)}
          detail={secret.staticProperties.map(({ key, value }) => `${key ?? ''}=${value ?? ''}`).join(', ')}
        />
      ),
    },
    { id: 'created', title: 'Imported', cell: (secret) => formatDay(Number(secret.createdAtUnixMs)) },
  ],
  empty: {
    title: 'No secrets',
    text: 'The service keeps secrets sealed, and gives them out to a key that a policy allows.',
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
            <FactRow label="Imported">{formatMinute(Number(secret.createdAtUnixMs))}</FactRow>
            <FactRow label="Secret id">
              <Copied value={secret.secretId} what="secret id" />
            </FactRow>
          </Facts>
          <DetailSection title="Properties, permanent and visible to policies">
            <ItemList none="None.">
              {secret.staticProperties.map(({ key, value }, index) => (
                <Item key={index} name={key ?? 'Without a key'} detail={value ?? 'Without a value'} />
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
          aria-label={`Delete ${nameOf(secret)}`}
        >
          Delete
        </RequestButton>
      )}
    />
  );
}
