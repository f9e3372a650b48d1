import { listPolicies as operation } from '../../protocol/catalogue/policies.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { policiesOf } from '../storage/policies.ts';
import { policyRecord } from './policy-fields.ts';

export const listPolicies = queryHandler(operation, async ({ store, caller }) => {
  const policies = await policiesOf(store, caller.organizationId);
  return { policies: policies.map(policyRecord) };
});
