import { z } from 'zod';
import { FEATURE_NAMES } from '../feature-text.ts';
import { invitation } from './invitations.ts';
import { policy } from './policies.ts';
import { privateKey } from './private-keys.ts';
import { user } from './users.ts';
import { wallet } from './wallets.ts';
import { query, submit } from './operation.ts';
import { id } from './fields.ts';

export const featureName = () => z.enum(FEATURE_NAMES).meta({ label: 'Feature' });

/** A feature of an organization with its value. */
export const feature = z.looseObject({
  name: z.enum(FEATURE_NAMES).optional(),
  value: z.string().optional(),
});

/** Who can do everything together (OPERATIONS.md, externaldatav1Quorum). */
export const quorum = z.looseObject({ threshold: z.number(), userIds: z.array(z.string()) });

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

/** PROTOCOL.md, section 12. */
export const getOrganization = query({
  path: 'get_organization',
  summary: 'Show the organization',
  parameters: z.strictObject({}),
  output: z.looseObject({ organizationData }),
});

/** PROTOCOL.md, section 12. */
export const getOrganizationConfigs = query({
  path: 'get_organization_configs',
  summary: 'Show features and root quorum',
  parameters: z.strictObject({}),
  output: z.looseObject({ configs: z.looseObject({ features: z.array(feature), quorum }) }),
});

/** PROTOCOL.md, section 12. */
export const setOrganizationFeature = submit({
  path: 'set_organization_feature',
  rootOnly: true,
  effect: 'write',
  summary: 'Set a feature of the organization',
  parameters: z.strictObject({
    name: featureName(),
    value: z.string().max(2000).meta({ label: 'Value' }),
  }),
  output: z.looseObject({ features: z.array(feature) }),
});

/** Specification, "remove_organization_feature". */
export const removeOrganizationFeature = submit({
  path: 'remove_organization_feature',
  rootOnly: true,
  effect: 'destroy',
  summary: 'Remove a feature of the organization',
  parameters: z.strictObject({
    name: featureName(),
  }),
  output: z.looseObject({ features: z.array(feature) }),
});

/** PROTOCOL.md, section 12. */
export const updateRootQuorum = submit({
  path: 'update_root_quorum',
  rootOnly: true,
  effect: 'destroy',
  summary: 'Change the root quorum',
  parameters: z.strictObject({
    threshold: z
      .int('quorum threshold must be non-zero integer')
      .min(1)
      .max(100)
      .meta({ label: 'Threshold' }),
    userIds: z.array(id('User', 'user')).min(1).max(100).meta({ label: 'Users' }),
  }),
  output: z.looseObject({}),
});
