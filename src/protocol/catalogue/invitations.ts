import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { email, id, name, tags } from './fields.ts';
import { submit } from './operation.ts';
import { createAuthenticators } from './authenticators.ts';

/** Specification, "create_invitations". */
const ACCESS_TYPES = ['ACCESS_TYPE_WEB', 'ACCESS_TYPE_API', 'ACCESS_TYPE_ALL'] as const;

/** An invitation (OPERATIONS.md, v1Invitation). */
export const invitation = z.looseObject({
  invitationId: z.string(),
  receiverUserName: z.string(),
  receiverEmail: z.string(),
  receiverUserTags: z.array(z.string()),
  accessType: z.enum(ACCESS_TYPES),
  status: z.enum(['INVITATION_STATUS_CREATED', 'INVITATION_STATUS_ACCEPTED', 'INVITATION_STATUS_REVOKED']),
  createdAt: timestamp,
  updatedAt: timestamp,
  senderUserId: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

/** Specification, "create_invitations". */
export const createInvitations = submit({
  path: 'create_invitations',
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

/** The published intent of `create_invitations`' counterpart, which has no published client method (docs/decisions/031). */
export const acceptInvitation = submit({
  path: 'accept_invitation',
  version: 2,
  effect: 'write',
  summary: 'Accept an invitation',
  parameters: z.strictObject({
    invitationId: id('Invitation', 'invitation'),
    userId: id('User', 'user'),
    authenticator: createAuthenticators.parameters.shape.authenticators.element,
  }),
  output: z.looseObject({ invitationId: z.string(), userId: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const deleteInvitation = submit({
  path: 'delete_invitation',
  effect: 'destroy',
  summary: 'Revoke an invitation',
  parameters: z.strictObject({
    invitationId: id('Invitation', 'invitation'),
  }),
  output: z.looseObject({ invitationId: z.string() }),
});
