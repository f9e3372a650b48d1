import { Plus, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { DetailSection, Item, ItemList, NameCell, QueryCard } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import styles from '../records/records.module.css';
import { webhookEndpoints, webhookKeys } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const WEBHOOK_KEYS_TEXT = INTEGRATION_TEXT.webhookKeys;
const WEBHOOKS_TEXT = INTEGRATION_TEXT.webhooks;

const KIND: RecordKind<WebhookEndpoint> = {
  list: 'webhooks',
  title: WEBHOOKS_TEXT.title,
  words: WEBHOOKS_TEXT.nouns,
  icon: Webhook,
  id: (endpoint) => endpoint.endpointId,
  name: (endpoint) => endpoint.name,
  text: (endpoint) => `${endpoint.url} ${stateOf(endpoint.isActive)}`,
  columns: [
    {
      id: 'name',
      title: WEBHOOKS_TEXT.endpoint,
      grow: true,
      cell: (endpoint) => <NameCell name={endpoint.name} detail={endpoint.url} />,
    },
    { id: 'state', title: WEBHOOKS_TEXT.status, cell: (endpoint) => stateOf(endpoint.isActive) },
  ],
  empty: {
    title: WEBHOOKS_TEXT.empty,
    text: WEBHOOKS_TEXT.emptyHint,
  },
};

/** What a new endpoint is told of, unless its form says otherwise: without a subscription it would be told nothing. */
const ACTIVITIES = { subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: true }] };

/** Where the service tells what happens. */
export function WebhooksPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(webhookEndpoints)}
      onRetry={() => void webhookEndpoints.load()}
      tools={tools}
      below={<WebhookKeysCard />}
      action={
        <RequestButton operation="create_webhook_endpoint" initial={ACTIVITIES} kind="primary" icon={Plus}>
          {WEBHOOKS_TEXT.add}
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
  isActive === false ? WEBHOOKS_TEXT.paused : WEBHOOKS_TEXT.active;

type Subscription = NonNullable<WebhookEndpoint['subscriptions']>[number];
const NONE: readonly never[] = [];
const subscriptionText = ({ eventType, filtersJson, isActive }: Subscription): string =>
  [eventType, filtersJson ?? WEBHOOKS_TEXT.everything, stateOf(isActive)].join(' ');

function EndpointDetail({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  return (
    <>
      <Facts>
        <FactRow label={WEBHOOKS_TEXT.status}>{stateOf(endpoint.isActive)}</FactRow>
        <FactRow label={WEBHOOKS_TEXT.url}>
          <Copied value={endpoint.url} what={WEBHOOKS_TEXT.url} />
        </FactRow>
        <FactRow label={WEBHOOKS_TEXT.id}>
          <Copied value={endpoint.endpointId} what={WEBHOOKS_TEXT.copyId} />
        </FactRow>
      </Facts>
      <DetailSection title={WEBHOOKS_TEXT.events}>
        <FoundList
          list="endpointEvents"
          of={endpoint.endpointId}
          label={WEBHOOKS_TEXT.events}
          rows={endpoint.subscriptions ?? NONE}
          textOf={subscriptionText}
        >
          {(shown) => (
            <ItemList none={INTEGRATION_TEXT.none}>
              {shown.map(({ eventType, filtersJson, isActive }, index) => (
                <Item
                  key={index}
                  name={eventType}
                  detail={filtersJson ?? WEBHOOKS_TEXT.everything}
                  end={stateOf(isActive)}
                />
              ))}
            </ItemList>
          )}
        </FoundList>
      </DetailSection>
    </>
  );
}

/** The keys with which an endpoint checks what it is told, as the service publishes them. */
function WebhookKeysCard(): ReactNode {
  return (
    <QueryCard title={WEBHOOK_KEYS_TEXT.title} query={webhookKeys}>
      {(keys) => (
        <CardSection className={styles['sections']}>
          {keys.length === 0 ? (
            <Note title={WEBHOOK_KEYS_TEXT.none}>{WEBHOOK_KEYS_TEXT.noneEffect}</Note>
          ) : (
            <p className={styles['small']}>{WEBHOOK_KEYS_TEXT.hint}</p>
          )}
          {keys.map(({ keyId, algorithm, publicKey, thumbprint }) => (
            <Facts key={keyId}>
              <FactRow label={WEBHOOK_KEYS_TEXT.id}>
                <Copied value={keyId} what={WEBHOOK_KEYS_TEXT.copyId} />
              </FactRow>
              <FactRow label={WEBHOOK_KEYS_TEXT.algorithm}>{algorithm}</FactRow>
              <FactRow label={WEBHOOK_KEYS_TEXT.publicKey}>
                <Copied value={publicKey} what={WEBHOOK_KEYS_TEXT.copyPublicKey} />
              </FactRow>
              <FactRow label={WEBHOOK_KEYS_TEXT.thumbprint} note="RFC 7638">
                <Copied value={thumbprint} what={WEBHOOK_KEYS_TEXT.copyThumbprint} />
              </FactRow>
            </Facts>
          ))}
        </CardSection>
      )}
    </QueryCard>
  );
}
