import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const deletePolicies = submit({
  path: 'delete_policies',
  type: 'ACTIVITY_TYPE_DELETE_POLICIES',
  intent: 'deletePoliciesIntent',
  result: 'deletePoliciesResult',
  effect: 'destroy',
  summary: 'Delete policies',
  parameters: z.strictObject({
    policyIds: z.array(id('Policy', 'policy')).min(1).max(100).meta({ label: 'Policies' }),
  }),
  output: z.looseObject({ policyIds: z.array(z.string()) }),
});
