import { Boxes, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { tvcApps, tvcDeployments } from './integrations-store.ts';
import type { TvcApp } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.apps;

const KIND: RecordKind<TvcApp> = {
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Boxes,
  id: (app) => app.id,
  name: (app) => app.name,
  columns: [
    {
      id: 'name',
      title: TEXT.app,
      grow: true,
      cell: (app) => <NameCell name={app.name} detail={app.publicDomain} />,
    },
    { id: 'created', title: INTEGRATION_TEXT.created, cell: (app) => <Timestamp at={app.createdAt} /> },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** The organization's apps, and what is deployed of each. */
export function AppsPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(tvcApps)}
      onRetry={() => void tvcApps.load()}
      tools={tools}
      action={
        <RequestButton operation="create_tvc_app" kind="primary" icon={Plus}>
          {TEXT.create}
        </RequestButton>
      }
      detail={(app) => <AppDetail app={app} />}
      actions={({ id, name }) => (
        <>
          <RequestButton
            operation="create_tvc_deployment"
            initial={{ appId: id }}
            locked={['appId']}
            icon={Plus}
            aria-label={TEXT.deployName(name)}
          >
            {TEXT.deploy}
          </RequestButton>
          <RequestButton
            operation="delete_tvc_app_and_deployments"
            initial={{ appId: id }}
            locked={['appId']}
            kind="danger"
            aria-label={TEXT.deleteName(name)}
          >
            {INTEGRATION_TEXT.delete}
          </RequestButton>
        </>
      )}
    />
  );
}

const operatorsOf = ({ threshold, operators }: TvcApp['manifestSet']): string =>
  TEXT.operators(
    threshold,
    operators.map(({ name }) => name),
  );

function AppDetail({ app }: { app: TvcApp }): ReactNode {
  return (
    <>
      <Facts>
        <FactRow label={TEXT.domain}>{app.publicDomain}</FactRow>
        <FactRow label={TEXT.manifests}>{operatorsOf(app.manifestSet)}</FactRow>
        <FactRow label={TEXT.shares}>{operatorsOf(app.shareSet)}</FactRow>
        <FactRow label={TEXT.egress}>{app.enableEgress ? TEXT.allowed : TEXT.notAllowed}</FactRow>
        <FactRow label={TEXT.quorumKey}>
          <Copied value={app.quorumPublicKey} what={TEXT.copyQuorumKey} />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={app.id} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      <Deployments app={app} />
    </>
  );
}

function Deployments({ app }: { app: TvcApp }): ReactNode {
  const known = useRemote(tvcDeployments, app.id);
  return (
    <DetailSection title={TEXT.deployments}>
      {known.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={2} />
        </div>
      )}
      {known.state === 'failed' && <Refusal error={known.error} />}
      {known.state === 'ready' && (
        <ItemList none={TEXT.noDeployments}>
          {known.value.map((deployment) => (
            <Item
              key={deployment.id}
              name={deployment.pivotContainer.containerUrl}
              detail={<Timestamp at={deployment.createdAt} exact />}
              end={deployment.id === app.liveDeploymentId ? TEXT.live : undefined}
            />
          ))}
        </ItemList>
      )}
    </DetailSection>
  );
}
