import { Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../../protocol/catalogue/webhooks.ts';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { webhookEndpoints } from './integrations-store.ts';
import { WebhookKeysCard } from './webhook-keys-card.tsx';

const KIND: RecordKind<WebhookEndpoint> = {
  title: 'Webhook endpoints',
  words: ['endpoint', 'endpoints'],
  icon: Webhook,
  id: (endpoint) => endpoint.endpointId,
  name: (endpoint) => endpoint.name,
  columns: [
    {
      id: 'name',
      title: 'Endpoint',
      grow: true,
      cell: (endpoint) => <NameCell name={endpoint.name} detail={endpoint.url} />,
    },
    { id: 'state', title: 'State', cell: (endpoint) => stateOf(endpoint.isActive) },
  ],
  empty: {
    title: 'No webhook endpoints',
    text: 'The service tells an endpoint what happens, with a signature that the endpoint can check.',
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
          Add an endpoint
        </RequestButton>
      }
      detail={(endpoint) => <EndpointDetail endpoint={endpoint} />}
      actions={({ endpointId, name, url, isActive }) => (
        <>
          <RequestButton
            operation="update_webhook_endpoint"
            initial={{ endpointId, name, url, isActive }}
            locked={['endpointId']}
            aria-label={`Change ${name}`}
          >
            Change
          </RequestButton>
          <RequestButton
            operation="delete_webhook_endpoint"
            initial={{ endpointId }}
            locked={['endpointId']}
            kind="danger"
            aria-label={`Delete ${name}`}
          >
            Delete
          </RequestButton>
        </>
      )}
    />
  );
}

// A subscription that does not say is active.
const stateOf = (isActive: boolean | null | undefined): string => (isActive === false ? 'Paused' : 'Active');

function EndpointDetail({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  return (
    <>
      <Facts>
        <FactRow label="State">{stateOf(endpoint.isActive)}</FactRow>
        <FactRow label="URL">
          <Copied value={endpoint.url} what="URL" />
        </FactRow>
        <FactRow label="Endpoint id">
          <Copied value={endpoint.endpointId} what="endpoint id" />
        </FactRow>
      </Facts>
      <DetailSection title="Is told of">
        <ItemList none="Nothing.">
          {(endpoint.subscriptions ?? []).map(({ eventType, filtersJson, isActive }, index) => (
            <Item key={index} name={eventType} detail={filtersJson ?? 'everything'} end={stateOf(isActive)} />
          ))}
        </ItemList>
      </DetailSection>
    </>
  );
}
