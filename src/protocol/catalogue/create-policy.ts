import { z } from 'zod';
import { name } from './fields.ts';
import { submit } from './operation.ts';
import { expression, POLICY_EFFECTS } from './policy-record.ts';

/** PROTOCOL.md, section 12. */
export const createPolicy = submit({
  path: 'create_policy',
  type: 'ACTIVITY_TYPE_CREATE_POLICY_V3',
  intent: 'createPolicyIntentV3',
  result: 'createPolicyResult',
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
