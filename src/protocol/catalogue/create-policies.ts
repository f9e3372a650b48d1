import { z } from 'zod';
import { createPolicy } from './create-policy.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const createPolicies = submit({
  path: 'create_policies',
  type: 'ACTIVITY_TYPE_CREATE_POLICIES',
  intent: 'createPoliciesIntent',
  result: 'createPoliciesResult',
  effect: 'write',
  summary: 'Create policies',
  parameters: z.strictObject({
    policies: z.array(createPolicy.parameters).min(1).max(100).meta({ label: 'Policies' }),
  }),
  output: z.looseObject({ policyIds: z.array(z.string()) }),
});
