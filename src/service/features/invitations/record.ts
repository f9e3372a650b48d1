import type { Invitation } from '#protocol/catalogue/invitations.ts';
import { timeText } from '../../engine/record.ts';
import type { InvitationRow } from '../../storage/consensus-schema.ts';

/** The invitation as queries show it; one that has expired is shown as revoked: it cannot be accepted any more. */
export const invitationRecord = (row: InvitationRow, now: number): Invitation => ({
  invitationId: row.id,
  receiverUserName: row.receiver_user_name,
  receiverEmail: row.receiver_email,
  receiverUserTags: JSON.parse(row.receiver_user_tags) as string[],
  accessType: row.access_type,
  status:
    isOpen(row, now) || row.status === 'INVITATION_STATUS_ACCEPTED'
      ? row.status
      : 'INVITATION_STATUS_REVOKED',
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
  senderUserId: row.sender_user_id,
});

/** Whether an invitation can be accepted at `now` (milliseconds since the epoch). */
export const isOpen = (row: InvitationRow, now: number): boolean =>
  row.status === 'INVITATION_STATUS_CREATED' && now < row.expires_at;
