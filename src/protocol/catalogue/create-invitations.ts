import { z } from 'zod';
import { email, id, name, tags } from './fields.ts';
import { submit } from './operation.ts';
import { ACCESS_TYPES } from './organization-record.ts';

/** Specification, "create_invitations". */
export const createInvitations = submit({
  path: 'create_invitations',
  type: 'ACTIVITY_TYPE_CREATE_INVITATIONS',
  intent: 'createInvitationsIntent',
  result: 'createInvitationsResult',
  effect: 'write',
  summary: 'Invite users',
  parameters: z.strictObject({
    invitations: z
      .array(
        z.strictObject({
          receiverUserName: name('Name'),
          receiverUserEmail: email('Email'),
          receiverUserTags: tags(),
          accessType: z.enum(ACCESS_TYPES).meta({ label: 'Access' }),
          senderUserId: id('Sender', 'user'),
        }),
      )
      .min(1)
      .max(100)
      .meta({ label: 'Invitations' }),
  }),
  output: z.looseObject({ invitationIds: z.array(z.string()) }),
});
