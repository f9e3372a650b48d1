import { listPolicies as operation } from '../../protocol/catalogue/list-policies.ts';
import { answer } from '../activities/effect.ts';
import { policiesOf } from '../storage/policies.ts';
import { policyRecord } from './policy-fields.ts';

export const listPolicies = answer(operation, async ({ store, caller }) => {
  const policies = await policiesOf(store, caller.organizationId);
  return { policies: policies.map(policyRecord) };
});
