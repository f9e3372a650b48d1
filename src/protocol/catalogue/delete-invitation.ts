import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const deleteInvitation = submit({
  path: 'delete_invitation',
  type: 'ACTIVITY_TYPE_DELETE_INVITATION',
  intent: 'deleteInvitationIntent',
  result: 'deleteInvitationResult',
  effect: 'destroy',
  summary: 'Revoke an invitation',
  parameters: z.strictObject({
    invitationId: id('Invitation', 'invitation'),
  }),
  output: z.looseObject({ invitationId: z.string() }),
});
