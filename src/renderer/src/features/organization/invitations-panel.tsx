import { MailPlus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invitation } from '#protocol/catalogue/invitations.ts';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind, mapped } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { invitations, userNameOf } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.invitations;
const STATUS_WORDS: Readonly<Record<Invitation['status'], string>> = TEXT.status;
const ACCESS_WORDS: Readonly<Record<Invitation['accessType'], string>> = TEXT.access;

const KIND: RecordKind<Invitation> = {
  list: 'invitations',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: MailPlus,
  id: (invitation) => invitation.invitationId,
  name: (invitation) => invitation.receiverUserName,
  text: ({ receiverEmail, receiverUserTags, status }) =>
    [receiverEmail, STATUS_WORDS[status], ...receiverUserTags].join(' '),
  columns: [
    {
      id: 'name',
      title: TEXT.invited,
      grow: true,
      cell: (invitation) => <NameCell name={invitation.receiverUserName} detail={invitation.receiverEmail} />,
    },
    { id: 'state', title: TEXT.statusLabel, cell: (invitation) => STATUS_WORDS[invitation.status] },
    { id: 'created', title: TEXT.sent, cell: (invitation) => <TimestampText at={invitation.createdAt} /> },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** Who was asked to join. */
export function InvitationsPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useQuery(invitations);
  const users = known.state === 'ready' ? known.value.users : [];
  return (
    <RecordBrowser
      kind={KIND}
      records={mapped(known, (value) => value.invitations)}
      onRetry={() => void invitations.load()}
      tools={tools}
      action={
        <RequestButton operation="create_invitations" kind="primary" icon={Plus}>
          {TEXT.create}
        </RequestButton>
      }
      actions={({ invitationId, receiverUserName, status }) =>
        status === 'INVITATION_STATUS_CREATED' && (
          <RequestButton
            operation="delete_invitation"
            initial={{ invitationId }}
            locked={['invitationId']}
            kind="danger"
            aria-label={TEXT.revokeName(receiverUserName)}
          >
            {TEXT.revoke}
          </RequestButton>
        )
      }
      detail={(invitation) => (
        <Facts>
          <FactRow label={TEXT.statusLabel}>{STATUS_WORDS[invitation.status]}</FactRow>
          <FactRow label={TEXT.email}>{invitation.receiverEmail}</FactRow>
          <FactRow label={TEXT.accessLabel}>{ACCESS_WORDS[invitation.accessType]}</FactRow>
          <FactRow label={TEXT.tags}>
            {invitation.receiverUserTags.join(', ') || ORGANIZATION_TEXT.none}
          </FactRow>
          <FactRow label={TEXT.sentBy}>{userNameOf(users, invitation.senderUserId)}</FactRow>
          <FactRow label={TEXT.sent}>
            <TimestampText at={invitation.createdAt} exact />
          </FactRow>
          <FactRow label={TEXT.id}>
            <Copied value={invitation.invitationId} what={TEXT.copyId} />
          </FactRow>
        </Facts>
      )}
    />
  );
}
