import { deleteInvitation as operation } from '../../protocol/catalogue/invitations.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { requireInvitation } from './require-invitation.ts';
import { updateWhere } from '../storage/rows.ts';

export const deleteInvitation = submitHandler(operation, async (context, { invitationId }) => {
  const { store, now } = context;
  const row = await requireInvitation(context, invitationId);
  if (row.status === 'INVITATION_STATUS_ACCEPTED')
    throw invalidField('parameters.invitationId', 'the invitation was accepted already');
  await updateWhere(
    store,
    'invitation',
    { id: invitationId },
    { status: 'INVITATION_STATUS_REVOKED', updated_at: now },
  );
  return { invitationId };
});
