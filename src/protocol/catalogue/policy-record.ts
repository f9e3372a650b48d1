import { z } from 'zod';
import { timestamp } from '../activity.ts';
import type { PolicyPart } from '../policies/fields.ts';

export const POLICY_EFFECTS = ['EFFECT_ALLOW', 'EFFECT_DENY'] as const;

/** A policy (OPERATIONS.md, v1Policy). An expression that was not given is an empty text. */
export const policy = z.looseObject({
  policyId: z.string(),
  policyName: z.string(),
  effect: z.enum(POLICY_EFFECTS),
  createdAt: timestamp,
  updatedAt: timestamp,
  notes: z.string(),
  consensus: z.string(),
  condition: z.string(),
  time: z.string().nullish(),
});
export type PolicyRecord = z.infer<typeof policy>;

/** An expression of the policy language, as text; its form says where it can’t be read. */
export const expression = (label: string, part: PolicyPart) =>
  z.string().max(10_000).meta({ label, control: part });
