import { deleteInvitation as operation } from '../../protocol/catalogue/invitations.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { updateInvitationStatus } from '../storage/invitations.ts';
import { requireInvitation } from './require-invitation.ts';

export const deleteInvitation = submitHandler(operation, async (context, { invitationId }) => {
  const { store, now } = context;
  const row = await requireInvitation(context, invitationId);
  if (row.status === 'INVITATION_STATUS_ACCEPTED')
    throw invalidField('parameters.invitationId', 'the invitation was accepted already');
  await updateInvitationStatus(store, invitationId, 'INVITATION_STATUS_REVOKED', now);
  return { invitationId };
});
