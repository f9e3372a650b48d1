import { z } from 'zod';
import { id } from './fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 12. */
export const deletePolicy = submit({
  path: 'delete_policy',
  type: 'ACTIVITY_TYPE_DELETE_POLICY',
  intent: 'deletePolicyIntent',
  result: 'deletePolicyResult',
  effect: 'destroy',
  summary: 'Delete a policy',
  parameters: z.strictObject({
    policyId: id('Policy', 'policy'),
  }),
  output: z.looseObject({ policyId: z.string() }),
});
