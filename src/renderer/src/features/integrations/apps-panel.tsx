import { Boxes, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { tvcApps, tvcDeployments } from './integrations-store.ts';
import type { TvcApp } from './integrations-store.ts';

const KIND: RecordKind<TvcApp> = {
  title: 'Apps',
  words: ['app', 'apps'],
  icon: Boxes,
  id: (app) => app.id,
  name: (app) => app.name,
  columns: [
    {
      id: 'name',
      title: 'App',
      grow: true,
      cell: (app) => <NameCell name={app.name} detail={app.publicDomain} />,
    },
    { id: 'created', title: 'Created', cell: (app) => <Timestamp at={app.createdAt} /> },
  ],
  empty: {
    title: 'No apps',
    text: 'An app is a program that runs in an enclave under a quorum of its operators.',
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
          Create an app
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
            aria-label={`Deploy ${name}`}
          >
            Deploy
          </RequestButton>
          <RequestButton
            operation="delete_tvc_app_and_deployments"
            initial={{ appId: id }}
            locked={['appId']}
            kind="danger"
            aria-label={`Delete ${name} and its deployments`}
          >
            Delete
          </RequestButton>
        </>
      )}
    />
  );
}

const operatorsOf = ({ threshold, operators }: TvcApp['manifestSet']): string =>
  `${threshold} of ${operators.length}: ${operators.map(({ name }) => name).join(', ')}`;

function AppDetail({ app }: { app: TvcApp }): ReactNode {
  return (
    <>
      <Facts>
        <FactRow label="Domain">{app.publicDomain}</FactRow>
        <FactRow label="Manifests">{operatorsOf(app.manifestSet)}</FactRow>
        <FactRow label="Shares">{operatorsOf(app.shareSet)}</FactRow>
        <FactRow label="Egress">{app.enableEgress ? 'Allowed' : 'Not allowed'}</FactRow>
        <FactRow label="Quorum key">
          <Copied value={app.quorumPublicKey} what="quorum key" />
        </FactRow>
        <FactRow label="App id">
          <Copied value={app.id} what="app id" />
        </FactRow>
      </Facts>
      <Deployments app={app} />
    </>
  );
}

function Deployments({ app }: { app: TvcApp }): ReactNode {
  const known = useRemote(tvcDeployments, app.id);
  return (
    <DetailSection title="Deployments">
      {known.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={2} />
        </div>
      )}
      {known.state === 'failed' && <Refusal error={known.error} />}
      {known.state === 'ready' && (
        <ItemList none="None yet.">
          {known.value.map((deployment) => (
            <Item
              key={deployment.id}
              name={deployment.pivotContainer.containerUrl}
              detail={<Timestamp at={deployment.createdAt} exact />}
              end={deployment.id === app.liveDeploymentId ? 'Live' : undefined}
            />
          ))}
        </ItemList>
      )}
    </DetailSection>
  );
}
