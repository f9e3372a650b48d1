import { acceptInvitation as operation } from '../../protocol/catalogue/invitations.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { updateInvitationStatus } from '../storage/invitations.ts';
import { setUserTags } from '../storage/users.ts';
import { createAuthenticators } from './create-authenticators.ts';
import { isOpen } from './invitation-record.ts';
import { requireInvitation } from './require-invitation.ts';
import { requireUser } from './require-user.ts';

/** The user whom an invitation was sent to gets its tags, and the passkey that comes with the acceptance. */
export const acceptInvitation = submitHandler(
  operation,
  async (context, { invitationId, userId, authenticator }) => {
    const { store, now } = context;
    const invitation = await requireInvitation(context, invitationId);
    if (!isOpen(invitation, now))
      throw invalidField(
        'parameters.invitationId',
        'the invitation was accepted, was revoked or has expired',
      );
    const user = await requireUser(context, userId);
    // Tags are power over policies: an invitation is for the address that it names.
    if (user.email?.toLowerCase() !== invitation.receiver_email.toLowerCase())
      throw invalidField('parameters.userId', 'the invitation is for another address of electronic mail');
    await createAuthenticators.handle(context, { userId, authenticators: [authenticator] });
    const tags = new Set([
      ...(JSON.parse(user.tags) as string[]),
      ...(JSON.parse(invitation.receiver_user_tags) as string[]),
    ]);
    await setUserTags(store, userId, JSON.stringify([...tags]), now);
    await updateInvitationStatus(store, invitationId, 'INVITATION_STATUS_ACCEPTED', now);
    return { invitationId, userId };
  },
  { ownerOf: ({ userId }) => userId },
);
