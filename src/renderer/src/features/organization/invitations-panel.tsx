import { MailPlus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invitation } from '../../../../protocol/catalogue/invitations.ts';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { mapped } from '../records/mapped.ts';
import { NameCell } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { organization, userNameOf } from './organization-store.ts';

const STATUS_WORDS: Readonly<Record<Invitation['status'], string>> = {
  INVITATION_STATUS_CREATED: 'Open',
  INVITATION_STATUS_ACCEPTED: 'Accepted',
  INVITATION_STATUS_REVOKED: 'Revoked',
};
const ACCESS_WORDS: Readonly<Record<Invitation['accessType'], string>> = {
  ACCESS_TYPE_WEB: 'Web',
  ACCESS_TYPE_API: 'API',
  ACCESS_TYPE_ALL: 'Web and API',
};

const KIND: RecordKind<Invitation> = {
  title: 'Invitations',
  words: ['invitation', 'invitations'],
  icon: MailPlus,
  id: (invitation) => invitation.invitationId,
  name: (invitation) => invitation.receiverUserName,
  columns: [
    {
      id: 'name',
      title: 'Invited',
      grow: true,
      cell: (invitation) => <NameCell name={invitation.receiverUserName} detail={invitation.receiverEmail} />,
    },
    { id: 'state', title: 'State', cell: (invitation) => STATUS_WORDS[invitation.status] },
    { id: 'created', title: 'Sent', cell: (invitation) => <Timestamp at={invitation.createdAt} /> },
  ],
  empty: {
    title: 'No invitations',
    text: 'An invitation lets somebody register a key of their own and join as a user.',
  },
};

/** Who was asked to join. */
export function InvitationsPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useRemote(organization);
  const users = known.state === 'ready' ? known.value.users : [];
  return (
    <RecordBrowser
      kind={KIND}
      records={mapped(known, (value) => value.invitations)}
      onRetry={() => void organization.load()}
      tools={tools}
      action={
        <RequestButton operation="create_invitations" kind="primary" icon={Plus}>
          Invite
        </RequestButton>
      }
      actions={({ invitationId, receiverUserName, status }) =>
        status === 'INVITATION_STATUS_CREATED' && (
          <RequestButton
            operation="delete_invitation"
            initial={{ invitationId }}
            locked={['invitationId']}
            kind="danger"
            aria-label={`Revoke the invitation of ${receiverUserName}`}
          >
            Revoke
          </RequestButton>
        )
      }
      detail={(invitation) => (
        <Facts>
          <FactRow label="State">{STATUS_WORDS[invitation.status]}</FactRow>
          <FactRow label="Email">{invitation.receiverEmail}</FactRow>
          <FactRow label="Access">{ACCESS_WORDS[invitation.accessType]}</FactRow>
          <FactRow label="Tags">{invitation.receiverUserTags.join(', ') || 'None'}</FactRow>
          <FactRow label="Sent by">{userNameOf(users, invitation.senderUserId)}</FactRow>
          <FactRow label="Sent">
            <Timestamp at={invitation.createdAt} exact />
          </FactRow>
          <FactRow label="Invitation id">
            <Copied value={invitation.invitationId} what="invitation id" />
          </FactRow>
        </Facts>
      )}
    />
  );
}
