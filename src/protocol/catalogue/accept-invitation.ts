import { z } from 'zod';
import { createAuthenticators } from './create-authenticators.ts';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** The published intent of `create_invitations`' counterpart, which has no published client method (docs/decisions/031). */
export const acceptInvitation = submit({
  path: 'accept_invitation',
  type: 'ACTIVITY_TYPE_ACCEPT_INVITATION_V2',
  intent: 'acceptInvitationIntentV2',
  result: 'acceptInvitationResult',
  effect: 'write',
  summary: 'Accept an invitation',
  parameters: z.strictObject({
    invitationId: id('Invitation', 'invitation'),
    userId: id('User', 'user'),
    authenticator: createAuthenticators.parameters.shape.authenticators.element,
  }),
  output: z.looseObject({ invitationId: z.string(), userId: z.string() }),
});
