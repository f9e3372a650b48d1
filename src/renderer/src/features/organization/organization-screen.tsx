import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useProfile } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { CardFooter, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { DetailSection, Item, ItemList, QueryCard } from '../records/detail-section.tsx';
import { RequestButton, RequestDialog } from '../records/record-request.tsx';
import styles from '../records/records.module.css';
import { Tabs, useTab } from '../records/tabs.tsx';
import { FeaturesPanel } from './features-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { type NamedMembers, namedMembers, userNameOf } from './organization-store.ts';
import { PermissionsPanel } from './permissions-panel.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import { ORGANIZATION_TEXT } from './text.ts';
import { UsersPanel } from './users-panel.tsx';

const QUORUM_TEXT = ORGANIZATION_TEXT.quorum;

const TABS = [
  { id: 'users', label: ORGANIZATION_TEXT.tabs.users },
  { id: 'invitations', label: ORGANIZATION_TEXT.tabs.invitations },
  { id: 'policies', label: ORGANIZATION_TEXT.tabs.policies },
  { id: 'permissions', label: ORGANIZATION_TEXT.tabs.permissions },
  { id: 'quorum', label: ORGANIZATION_TEXT.tabs.quorum },
  { id: 'features', label: ORGANIZATION_TEXT.tabs.features },
  { id: 'network', label: ORGANIZATION_TEXT.tabs.network },
] as const;

const PANELS: Readonly<Record<(typeof TABS)[number]['id'], ComponentType<{ tools: ReactNode }>>> = {
  users: UsersPanel,
  invitations: InvitationsPanel,
  policies: PoliciesPanel,
  permissions: PermissionsPanel,
  quorum: QuorumPanel,
  features: FeaturesPanel,
  network: NetworkPanel,
};

/** Who belongs to the organization, what they may do, and from where. */
export function OrganizationScreen(): ReactNode {
  useSubtitle(useProfile()?.organizationName ?? '');
  const [tab, setTab] = useTab(TABS);
  const Panel = PANELS[tab];
  return (
    <>
      <Panel tools={<Tabs label={ORGANIZATION_TEXT.parts} tabs={TABS} value={tab} onChange={setTab} />} />
      <RequestDialog />
    </>
  );
}

/** The organization itself, and who can do everything together. */
function QuorumPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <ScreenLayout layout="column">
      {tools}
      <QueryCard title={QUORUM_TEXT.title} query={namedMembers}>
        {(known) => (
          <>
            <CardSection className={styles['sections']}>
              <Quorum of={known} />
            </CardSection>
            <CardFooter note={QUORUM_TEXT.note}>
              <RequestButton
                operation="update_root_quorum"
                initial={{ threshold: known.quorum.threshold, userIds: known.quorum.userIds }}
                kind="primary"
              >
                {QUORUM_TEXT.edit}
              </RequestButton>
            </CardFooter>
          </>
        )}
      </QueryCard>
    </ScreenLayout>
  );
}

const memberText = ({ id, name }: { id: string; name: string }): string => `${name} ${id}`;

function Quorum({
  of: { organizationName, organizationId, quorum, users },
}: {
  of: NamedMembers;
}): ReactNode {
  const { threshold, userIds } = quorum;
  const members = useMemo(() => userIds.map((id) => ({ id, name: userNameOf(users, id) })), [userIds, users]);
  return (
    <>
      <Note title={QUORUM_TEXT.required(threshold, userIds.length)}>
        {QUORUM_TEXT.effect}
        {threshold === 1 && userIds.length > 0 && QUORUM_TEXT.alone}
      </Note>
      <DetailSection title={QUORUM_TEXT.members}>
        <FoundList
          list="quorumMembers"
          of={organizationId}
          label={QUORUM_TEXT.members}
          rows={members}
          textOf={memberText}
        >
          {(shown) => (
            <ItemList none={QUORUM_TEXT.noMembers}>
              {shown.map(({ id, name: memberName }) => (
                <Item
                  key={id}
                  name={memberName}
                  detail={<Copied value={id} what={QUORUM_TEXT.copyUserId} />}
                />
              ))}
            </ItemList>
          )}
        </FoundList>
      </DetailSection>
      <Facts>
        <FactRow label={QUORUM_TEXT.organization}>{organizationName}</FactRow>
        <FactRow label={QUORUM_TEXT.id}>
          <Copied value={organizationId} what={QUORUM_TEXT.copyId} />
        </FactRow>
      </Facts>
    </>
  );
}
