import type { ReactNode } from 'react';
import { CardFooter, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notes.tsx';
import { Copied } from '../../ui/values.tsx';
import { DetailSection, Item, ItemList } from '../records/detail-section.tsx';
import styles from '../records/records.module.css';
import { RemoteCard } from '../records/remote-card.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { organization, userNameOf } from './organization-store.ts';
import type { Organization } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.quorum;

/** The organization itself, and who can do everything together. */
export function QuorumPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <ScreenLayout layout="column">
      {tools}
      <RemoteCard title={TEXT.title} remote={organization}>
        {(known) => (
          <>
            <CardSection className={styles['sections']}>
              <Quorum of={known} />
            </CardSection>
            <CardFooter note={TEXT.note}>
              <RequestButton
                operation="update_root_quorum"
                initial={{ threshold: known.rootQuorum.threshold, userIds: known.rootQuorum.userIds }}
                kind="primary"
              >
                {TEXT.edit}
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
      <Note title={TEXT.required(threshold, userIds.length)}>
        {TEXT.effect}
        {threshold === 1 && userIds.length > 0 && TEXT.alone}
      </Note>
      <DetailSection title={TEXT.members}>
        <ItemList none={TEXT.noMembers}>
          {userIds.map((id) => (
            <Item
              key={id}
              name={userNameOf(users, id)}
              detail={<Copied value={id} what={TEXT.copyUserId} />}
            />
          ))}
        </ItemList>
      </DetailSection>
      <Facts>
        <FactRow label={TEXT.organization}>{name}</FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={organizationId} what={TEXT.copyId} />
        </FactRow>
      </Facts>
    </>
  );
}
