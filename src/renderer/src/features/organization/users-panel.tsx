import { Plus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#protocol/catalogue/users.ts';
import { useQuery } from '../../bridge/query.ts';
import { NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind, mapped } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { members } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';
import { UserDetail, waysIn } from './user-detail.tsx';

const TEXT = ORGANIZATION_TEXT.users;

const KIND: RecordKind<User> = {
  list: 'users',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Users,
  id: (user) => user.userId,
  name: (user) => user.userName,
  text: (user) =>
    [user.userEmail, user.userPhoneNumber, ...user.userTags, waysIn(user)].filter(Boolean).join(' '),
  columns: [
    {
      id: 'name',
      title: ORGANIZATION_TEXT.name,
      grow: true,
      cell: (user) => <NameCell name={user.userName} detail={user.userEmail ?? user.userTags.join(', ')} />,
    },
    { id: 'ways', title: TEXT.authentication, cell: waysIn },
    {
      id: 'created',
      title: ORGANIZATION_TEXT.created,
      cell: (user) => <TimestampText at={user.createdAt} />,
    },
  ],
  empty: { title: TEXT.empty, text: TEXT.emptyHint },
};

function UserActions({ user: { userId, userName } }: { user: User }): ReactNode {
  return (
    <>
      <RequestButton
        operation="update_user_name"
        initial={{ userId, userName }}
        locked={['userId']}
        aria-label={TEXT.renameName(userName)}
      >
        {TEXT.rename}
      </RequestButton>
      <RequestButton
        operation="delete_users"
        initial={{ userIds: [userId] }}
        locked={['userIds']}
        kind="danger"
        aria-label={ORGANIZATION_TEXT.deleteName(userName)}
      >
        {ORGANIZATION_TEXT.delete}
      </RequestButton>
    </>
  );
}

/** Who belongs to the organization, and how they get in. */
export function UsersPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useQuery(members);
  const root = known.state === 'ready' ? known.value.quorum.userIds : [];
  return (
    <RecordBrowser
      kind={KIND}
      records={mapped(known, (value) => value.users)}
      onRetry={() => void members.load()}
      tools={tools}
      action={
        <RequestButton operation="create_users" kind="primary" icon={Plus}>
          {TEXT.create}
        </RequestButton>
      }
      actions={(user) => <UserActions user={user} />}
      detail={(user) => <UserDetail user={user} isRoot={root.includes(user.userId)} />}
    />
  );
}
