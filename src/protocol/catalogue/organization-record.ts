import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { FEATURE_NAMES } from '../feature-text.ts';
import { policy } from './policy-record.ts';
import { privateKey } from './private-key.ts';
import { user } from './user-record.ts';
import { wallet } from './wallet-fields.ts';

export const featureName = () => z.enum(FEATURE_NAMES).meta({ label: 'Feature' });

/** A feature of an organization with its value. */
export const feature = z.looseObject({
  name: z.enum(FEATURE_NAMES).optional(),
  value: z.string().optional(),
});

/** Who can do everything together (OPERATIONS.md, externaldatav1Quorum). */
export const quorum = z.looseObject({ threshold: z.number(), userIds: z.array(z.string()) });

/** Specification, "create_invitations". */
export const ACCESS_TYPES = ['ACCESS_TYPE_WEB', 'ACCESS_TYPE_API', 'ACCESS_TYPE_ALL'] as const;

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

/** An organization with what belongs to it (OPERATIONS.md, v1OrganizationData). */
export const organizationData = z.looseObject({
  organizationId: z.string(),
  name: z.string(),
  users: z.array(user),
  policies: z.array(policy),
  privateKeys: z.array(privateKey),
  invitations: z.array(invitation),
  rootQuorum: quorum,
  features: z.array(feature),
  wallets: z.array(wallet),
});
