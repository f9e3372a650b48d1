import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { apiPublicKey } from './fields.ts';
import { submit, query } from './operation.ts';

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

/** PROTOCOL.md, section 12. */
export const setIpAllowlist = submit({
  path: 'set_ip_allowlist',
  effect: 'write',
  summary: 'Set an IP allowlist',
  parameters: z.strictObject({
    publicKey: allowlistKey(),
    enabled: z.boolean().nullish().meta({ label: 'Enabled' }),
    rules: z
      .array(
        z.strictObject({
          cidr: z.string().min(1).max(64).meta({ label: 'Block', hint: '203.0.113.0/24' }),
          label: z.string().max(255).nullish().meta({ label: 'Label' }),
        }),
      )
      .max(20)
      .nullish()
      .meta({ label: 'Rules' }),
    onEvaluationError: z
      .enum(EVALUATION_ERROR_CHOICES)
      .nullish()
      .meta({ label: 'When the source is unknown' }),
  }),
  output: z.looseObject({}),
});

/** Specification, "remove_ip_allowlist". */
export const removeIpAllowlist = submit({
  path: 'remove_ip_allowlist',
  effect: 'destroy',
  summary: 'Remove an IP allowlist',
  parameters: z.strictObject({
    publicKey: allowlistKey(),
  }),
  output: z.looseObject({}),
});

/** PROTOCOL.md, section 12. */
export const getIpAllowlist = query({
  path: 'get_ip_allowlist',
  summary: 'Show an IP allowlist',
  parameters: z.strictObject({ publicKey: allowlistKey() }),
  output: z.looseObject({ allowlist: ipAllowlist }),
});
