import { z } from 'zod';
import { timestamp } from '../activity.ts';
import type { PolicyPart } from '../policies/fields.ts';
import { name, id } from './fields.ts';
import { submit, query } from './operation.ts';

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

/** PROTOCOL.md, section 12. */
export const createPolicy = submit({
  path: 'create_policy',
  version: 3,
  effect: 'write',
  summary: 'Create a policy',
  parameters: z.strictObject({
    policyName: name('Name'),
    effect: z.enum(POLICY_EFFECTS).meta({ label: 'Effect' }),
    condition: expression('Condition', 'condition').nullish(),
    consensus: expression('Consensus', 'consensus').nullish(),
    notes: z.string().max(2000).meta({ label: 'Notes', control: 'text' }),
    time: expression('Time', 'time').nullish(),
  }),
  output: z.looseObject({ policyId: z.string() }),
});

/** OPERATIONS.md. */
export const createPolicies = submit({
  path: 'create_policies',
  effect: 'write',
  summary: 'Create policies',
  parameters: z.strictObject({
    policies: z.array(createPolicy.parameters).min(1).max(100).meta({ label: 'Policies' }),
  }),
  output: z.looseObject({ policyIds: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const updatePolicy = submit({
  path: 'update_policy',
  version: 2,
  result: 'updatePolicyResultV2',
  effect: 'write',
  summary: 'Change a policy',
  parameters: z.strictObject({
    policyId: id('Policy', 'policy'),
    policyName: name('New name').nullish(),
    policyEffect: z.enum(POLICY_EFFECTS).nullish().meta({ label: 'Effect' }),
    policyCondition: expression('Condition', 'condition').nullish(),
    policyConsensus: expression('Consensus', 'consensus').nullish(),
    policyNotes: z.string().max(2000).nullish().meta({ label: 'Notes', control: 'text' }),
    time: expression('Time', 'time').nullish(),
  }),
  output: z.looseObject({ policyId: z.string() }),
});

/** PROTOCOL.md, section 12. */
export const deletePolicy = submit({
  path: 'delete_policy',
  effect: 'destroy',
  summary: 'Delete a policy',
  parameters: z.strictObject({
    policyId: id('Policy', 'policy'),
  }),
  output: z.looseObject({ policyId: z.string() }),
});

/** OPERATIONS.md. */
export const deletePolicies = submit({
  path: 'delete_policies',
  effect: 'destroy',
  summary: 'Delete policies',
  parameters: z.strictObject({
    policyIds: z.array(id('Policy', 'policy')).min(1).max(100).meta({ label: 'Policies' }),
  }),
  output: z.looseObject({ policyIds: z.array(z.string()) }),
});

/** PROTOCOL.md, section 12. */
export const getPolicy = query({
  path: 'get_policy',
  summary: 'Show a policy',
  parameters: z.strictObject({ policyId: id('Policy', 'policy') }),
  output: z.looseObject({ policy }),
});

/** PROTOCOL.md, section 12; published clients also call it `get_policies`. */
export const listPolicies = query({
  path: 'list_policies',
  aliases: ['get_policies'],
  summary: 'List policies',
  parameters: z.strictObject({}),
  output: z.looseObject({ policies: z.array(policy) }),
});
