import { deletePolicy as operation } from '../../protocol/catalogue/delete-policy.ts';
import { effect } from '../activities/effect.ts';
import { deletePolicyRow, findPolicy } from '../storage/policies.ts';
import { noSuchPolicy } from './policy-fields.ts';

export const deletePolicy = effect(operation, async ({ store, caller }, { policyId }) => {
  if ((await findPolicy(store, caller.organizationId, policyId)) === undefined) throw noSuchPolicy(policyId);
  await deletePolicyRow(store, caller.organizationId, policyId);
  return { policyId };
});
