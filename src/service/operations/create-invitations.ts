import { randomUUID } from 'node:crypto';
import { createInvitations as operation } from '../../protocol/catalogue/invitations.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { insertInvitation } from '../storage/invitations.ts';
import { requireUser } from './require-user.ts';

/** docs/decisions/031. */
const OPEN_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export const createInvitations = submitHandler(operation, async (context, { invitations }) => {
  const { store, caller, now } = context;
  const invitationIds = [];
  for (const wanted of invitations) {
    await requireUser(context, wanted.senderUserId);
    const id = randomUUID();
    await insertInvitation(store, {
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
});
