import { Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { webhookEndpoints } from './integrations-store.ts';
import { WebhookKeysCard } from './webhook-keys-card.tsx';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.webhooks;

const KIND: RecordKind<WebhookEndpoint> = {
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Webhook,
  id: (endpoint) => endpoint.endpointId,
  name: (endpoint) => endpoint.name,
  columns: [
    {
      id: 'name',
      title: TEXT.endpoint,
      grow: true,
      cell: (endpoint) => <NameCell name={endpoint.name} detail={endpoint.url} />,
    },
    { id: 'state', title: TEXT.status, cell: (endpoint) => stateOf(endpoint.isActive) },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** Where the service tells what happens. */
export function WebhooksPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(webhookEndpoints)}
      onRetry={() => void webhookEndpoints.load()}
      tools={tools}
      below={<WebhookKeysCard />}
      action={
        <RequestButton operation="create_webhook_endpoint" kind="primary" icon={Plus}>
          {TEXT.add}
        </RequestButton>
      }
      detail={(endpoint) => <EndpointDetail endpoint={endpoint} />}
      actions={({ endpointId, name, url, isActive }) => (
        <>
          <RequestButton
            operation="update_webhook_endpoint"
            initial={{ endpointId, name, url, isActive }}
            locked={['endpointId']}
            aria-label={INTEGRATION_TEXT.editName(name)}
          >
            {INTEGRATION_TEXT.edit}
          </RequestButton>
          <RequestButton
            operation="delete_webhook_endpoint"
            initial={{ endpointId }}
            locked={['endpointId']}
            kind="danger"
            aria-label={INTEGRATION_TEXT.deleteName(name)}
          >
            {INTEGRATION_TEXT.delete}
          </RequestButton>
        </>
      )}
    />
  );
}

// A subscription that does not say is active.
const stateOf = (isActive: boolean | null | undefined): string =>
  isActive === false ? TEXT.paused : TEXT.active;

function EndpointDetail({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  return (
    <>
      <Facts>
        <FactRow label={TEXT.status}>{stateOf(endpoint.isActive)}</FactRow>
        <FactRow label={TEXT.url}>
          <Copied value={endpoint.url} what={TEXT.url} />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={endpoint.endpointId} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      <DetailSection title={TEXT.events}>
        <ItemList none={INTEGRATION_TEXT.none}>
          {(endpoint.subscriptions ?? []).map(({ eventType, filtersJson, isActive }, index) => (
            <Item
              key={index}
              name={eventType}
              detail={filtersJson ?? TEXT.everything}
              end={stateOf(isActive)}
            />
          ))}
        </ItemList>
      </DetailSection>
    </>
  );
}
