import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/remote.ts';
import { Work } from '../../frame/work.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Item, Items, Part } from '../records/part.tsx';
import { RequestButton } from '../records/request-button.tsx';
import styles from '../records/records.module.css';
import { organization, userNameOf } from './organization-store.ts';
import type { Organization } from './organization-store.ts';

/** The organization itself, and who can do everything together. */
export function QuorumPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useRemote(organization);
  return (
    <Work layout="column">
      {tools}
      <Card label="Root quorum">
        <CardHeader title="Root quorum" />
        {known.state === 'loading' && (
          <CardSection>
            <div aria-busy="true">
              <Skeleton lines={5} />
            </div>
          </CardSection>
        )}
        {known.state === 'failed' && (
          <FailedState error={known.error} onRetry={() => void organization.load()} />
        )}
        {known.state === 'ready' && (
          <>
            <CardSection className={styles['sections']}>
              <Quorum of={known.value} />
            </CardSection>
            <CardFooter note="A change needs the quorum as it is now.">
              <RequestButton
                operation="update_root_quorum"
                initial={{
                  threshold: known.value.rootQuorum.threshold,
                  userIds: known.value.rootQuorum.userIds,
                }}
                kind="primary"
              >
                Change the quorum
              </RequestButton>
            </CardFooter>
          </>
        )}
      </Card>
    </Work>
  );
}

function Quorum({ of: { name, organizationId, rootQuorum, users } }: { of: Organization }): ReactNode {
  const { threshold, userIds } = rootQuorum;
  return (
    <>
      <Note title={`${threshold} of ${userIds.length} must agree`}>
        Together they can do everything, whatever the policies say.
        {threshold === 1 && userIds.length > 0 && ' Each of them can do it alone.'}
      </Note>
      <Part title="Members">
        <Items none="Nobody.">
          {userIds.map((id) => (
            <Item key={id} name={userNameOf(users, id)} detail={<Copied value={id} what="user id" />} />
          ))}
        </Items>
      </Part>
      <Facts>
        <FactRow label="Organization">{name}</FactRow>
        <FactRow label="Organization id">
          <Copied value={organizationId} what="organization id" />
        </FactRow>
      </Facts>
    </>
  );
}
