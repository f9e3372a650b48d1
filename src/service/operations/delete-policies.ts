import { deletePolicies as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deletePolicyRow, findPolicy } from '../storage/policies.ts';
import { noSuchPolicy } from './policy-fields.ts';

/** All of them, or none: one that is not there refuses the request. */
export const deletePolicies = submitHandler(operation, async ({ store, caller }, parameters) => {
  const policyIds = [...new Set(parameters.policyIds)];
  for (const policyId of policyIds) {
    if ((await findPolicy(store, caller.organizationId, policyId)) === undefined)
      throw noSuchPolicy(policyId);
    await deletePolicyRow(store, caller.organizationId, policyId);
  }
  return { policyIds };
});
