import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';
import { expression, POLICY_EFFECTS } from './policy-record.ts';

/** PROTOCOL.md, section 12. */
export const updatePolicy = submit({
  path: 'update_policy',
  type: 'ACTIVITY_TYPE_UPDATE_POLICY_V2',
  intent: 'updatePolicyIntentV2',
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
