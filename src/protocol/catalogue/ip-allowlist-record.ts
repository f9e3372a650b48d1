import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { apiPublicKey } from './fields.ts';

export const EVALUATION_ERROR_CHOICES = ['ALLOW', 'DENY'] as const;

/** The API key whose allowlist is meant; absent for that of the organization. */
export const allowlistKey = () =>
  apiPublicKey()
    .nullish()
    .meta({ label: 'API key', hint: 'Empty for the organization', control: 'apiPublicKey' });

/** An IP allowlist (OPERATIONS.md, v1IpAllowlist). */
export const ipAllowlist = z.looseObject({
  organizationId: z.string(),
  rules: z.array(
    z.looseObject({ cidr: z.string(), label: z.string().optional(), createdAt: timestamp.optional() }),
  ),
  publicKey: z.string().optional(),
  enabled: z.boolean().optional(),
  onEvaluationError: z.string().optional(),
});
