import { updatePolicy as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { findPolicy, updatePolicyRow } from '../storage/policies.ts';
import { checkPolicy, noSuchPolicy } from './policy-fields.ts';

const FIELDS = {
  name: 'parameters.policyName',
  condition: 'parameters.policyCondition',
  consensus: 'parameters.policyConsensus',
  time: 'parameters.time',
} as const;

export const updatePolicy = submitHandler(operation, async ({ store, caller, now }, parameters) => {
  const { policyId } = parameters;
  const known = await findPolicy(store, caller.organizationId, policyId);
  if (known === undefined) throw noSuchPolicy(policyId);
  const row = {
    ...known,
    name: parameters.policyName ?? known.name,
    effect: parameters.policyEffect ?? known.effect,
    condition: parameters.policyCondition ?? known.condition,
    consensus: parameters.policyConsensus ?? known.consensus,
    time: parameters.time ?? known.time,
    notes: parameters.policyNotes ?? known.notes,
    updated_at: now,
  };
  await checkPolicy(store, row, FIELDS);
  await updatePolicyRow(store, row);
  return { policyId };
});
