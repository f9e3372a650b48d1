import type { ReactNode } from 'react';
import { ScreenLayout } from '../../ui/screen-layout.tsx';
import { CardFooter, CardSection } from '../../ui/card.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Item, ItemList, DetailSection } from '../records/detail-section.tsx';
import { RemoteCard } from '../records/remote-card.tsx';
import { RequestButton } from '../records/request-button.tsx';
import styles from '../records/records.module.css';
import { organization, userNameOf } from './organization-store.ts';
import type { Organization } from './organization-store.ts';

/** The organization itself, and who can do everything together. */
export function QuorumPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <ScreenLayout layout="column">
      {tools}
      <RemoteCard title="Root quorum" remote={organization}>
        {(known) => (
          <>
            <CardSection className={styles['sections']}>
              <Quorum of={known} />
            </CardSection>
            <CardFooter note="A change needs the quorum as it is now.">
              <RequestButton
                operation="update_root_quorum"
                initial={{ threshold: known.rootQuorum.threshold, userIds: known.rootQuorum.userIds }}
                kind="primary"
              >
                Change the quorum
              </RequestButton>
            </CardFooter>
          </>
        )}
      </RemoteCard>
    </ScreenLayout>
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
      <DetailSection title="Members">
        <ItemList none="Nobody.">
          {userIds.map((id) => (
            <Item key={id} name={userNameOf(users, id)} detail={<Copied value={id} what="user id" />} />
          ))}
        </ItemList>
      </DetailSection>
      <Facts>
        <FactRow label="Organization">{name}</FactRow>
        <FactRow label="Organization id">
          <Copied value={organizationId} what="organization id" />
        </FactRow>
      </Facts>
    </>
  );
}
