import { randomUUID } from 'node:crypto';
import * as invitations from '#protocol/catalogue/invitations.ts';
import type { Invitation } from '#protocol/catalogue/invitations.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import type { InvitationRow } from '../../storage/schema.ts';
import { insertRow, updateWhere } from '../../storage/rows.ts';
import { addAuthenticators } from '../authenticators/operations.ts';
import { featureError } from '../errors.ts';

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
const isOpen = (row: InvitationRow, now: number): boolean =>
  row.status === 'INVITATION_STATUS_CREATED' && now < row.expires_at;

/** docs/decisions/031. */
const OPEN_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export const invitationHandlers = handlersOf(invitations, {
  createInvitations: async (context, { invitations }) => {
    const { store, caller, now } = context;
    const invitationIds = [];
    for (const wanted of invitations) {
      await requireRow(context, 'user', wanted.senderUserId);
      const id = randomUUID();
      await insertRow(store, 'invitation', {
        id,
        organization_id: caller.organizationId,
        sender_user_id: wanted.senderUserId,
        receiver_user_name: wanted.receiverUserName,
        receiver_email: wanted.receiverUserEmail,
        receiver_user_tags: JSON.stringify(wanted.receiverUserTags),
        access_type: wanted.accessType,
        status: 'INVITATION_STATUS_CREATED',
        expires_at: now + OPEN_FOR_MS,
        created_at: now,
        updated_at: now,
      });
      invitationIds.push(id);
    }
    return { invitationIds };
  },

  /** The user whom an invitation was sent to gets its tags, and the passkey that comes with the acceptance. */
  acceptInvitation: {
    handle: async (context, { invitationId, userId, authenticator }) => {
      const { store, now } = context;
      const invitation = await requireRow(context, 'invitation', invitationId);
      if (!isOpen(invitation, now))
        throw featureError('REQUEST_INVALID.invitationClosed', { field: 'parameters.invitationId' });
      const user = await requireRow(context, 'user', userId);
      // Tags are power over policies: an invitation is for the address that it names.
      if (user.email?.toLowerCase() !== invitation.receiver_email.toLowerCase())
        throw featureError('REQUEST_INVALID.invitationAddress', { field: 'parameters.userId' });
      await addAuthenticators(context, userId, [authenticator]);
      const tags = new Set([
        ...(JSON.parse(user.tags) as string[]),
        ...(JSON.parse(invitation.receiver_user_tags) as string[]),
      ]);
      await updateWhere(store, 'user', { id: userId }, { tags: JSON.stringify([...tags]), updated_at: now });
      await updateWhere(
        store,
        'invitation',
        { id: invitationId },
        { status: 'INVITATION_STATUS_ACCEPTED', updated_at: now },
      );
      return { invitationId, userId };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  deleteInvitation: async (context, { invitationId }) => {
    const { store, now } = context;
    const row = await requireRow(context, 'invitation', invitationId);
    if (row.status === 'INVITATION_STATUS_ACCEPTED')
      throw featureError('REQUEST_INVALID.invitationAccepted', { field: 'parameters.invitationId' });
    await updateWhere(
      store,
      'invitation',
      { id: invitationId },
      { status: 'INVITATION_STATUS_REVOKED', updated_at: now },
    );
    return { invitationId };
  },
});
