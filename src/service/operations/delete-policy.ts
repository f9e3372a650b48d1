import { deletePolicy as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deletePolicyRow, findPolicy } from '../storage/policies.ts';
import { noSuchPolicy } from './policy-fields.ts';

export const deletePolicy = submitHandler(operation, async ({ store, caller }, { policyId }) => {
  if ((await findPolicy(store, caller.organizationId, policyId)) === undefined) throw noSuchPolicy(policyId);
  await deletePolicyRow(store, caller.organizationId, policyId);
  return { policyId };
});
