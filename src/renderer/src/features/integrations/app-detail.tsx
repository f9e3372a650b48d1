import type { ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { DetailSection, Item, ItemList, TimestampText } from '../records/detail-section.tsx';
import { type TvcApp, type TvcDeployment, tvcDeployments } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.apps;

const operatorsOf = ({ threshold, operators }: TvcApp['manifestSet']): string =>
  TEXT.operators(
    threshold,
    operators.map(({ name }) => name),
  );

export function AppDetail({ app }: { app: TvcApp }): ReactNode {
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

const deploymentText = ({ id, pivotContainer }: TvcDeployment): string =>
  `${pivotContainer.containerUrl} ${id}`;

function Deployments({ app }: { app: TvcApp }): ReactNode {
  const known = useQuery(tvcDeployments, app.id);
  return (
    <DetailSection title={TEXT.deployments}>
      {known.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={2} />
        </div>
      )}
      {known.state === 'failed' && <Refusal error={known.error} />}
      {known.state === 'ready' && (
        <FoundList
          list="deployments"
          of={app.id}
          label={TEXT.deployments}
          rows={known.value}
          textOf={deploymentText}
        >
          {(shown) => (
            <ItemList none={TEXT.noDeployments}>
              {shown.map((deployment) => (
                <Item
                  key={deployment.id}
                  name={deployment.pivotContainer.containerUrl}
                  detail={<TimestampText at={deployment.createdAt} exact />}
                  end={deployment.id === app.liveDeploymentId ? TEXT.live : undefined}
                />
              ))}
            </ItemList>
          )}
        </FoundList>
      )}
    </DetailSection>
  );
}
