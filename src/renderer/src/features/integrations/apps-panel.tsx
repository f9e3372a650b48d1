import { Boxes, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import { NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { AppDetail } from './app-detail.tsx';
import { type TvcApp, tvcApps } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.apps;

const KIND: RecordKind<TvcApp> = {
  list: 'apps',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Boxes,
  id: (app) => app.id,
  name: (app) => app.name,
  text: (app) => app.publicDomain,
  columns: [
    {
      id: 'name',
      title: TEXT.app,
      grow: true,
      cell: (app) => <NameCell name={app.name} detail={app.publicDomain} />,
    },
    { id: 'created', title: INTEGRATION_TEXT.created, cell: (app) => <TimestampText at={app.createdAt} /> },
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
      records={useQuery(tvcApps)}
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
