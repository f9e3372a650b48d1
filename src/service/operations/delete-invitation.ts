import { deleteInvitation as operation } from '../../protocol/catalogue/delete-invitation.ts';
import { effect } from '../activities/effect.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findInvitation, updateInvitationStatus } from '../storage/invitations.ts';

export const deleteInvitation = effect(operation, async ({ store, caller, now }, { invitationId }) => {
  const row = await findInvitation(store, caller.organizationId, invitationId);
  if (row === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no invitation found with the ID ${invitationId}`);
  if (row.status === 'INVITATION_STATUS_ACCEPTED')
    throw invalidField('parameters.invitationId', 'the invitation was accepted already');
  await updateInvitationStatus(store, invitationId, 'INVITATION_STATUS_REVOKED', now);
  return { invitationId };
});
