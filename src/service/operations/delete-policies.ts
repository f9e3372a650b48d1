import { deletePolicies as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { noSuchPolicy } from './policy-fields.ts';
import { deleteRow, findRow } from '../storage/rows.ts';

/** All of them, or none: one that is not there refuses the request. */
export const deletePolicies = submitHandler(operation, async ({ store, caller }, parameters) => {
  const policyIds = [...new Set(parameters.policyIds)];
  for (const policyId of policyIds) {
    if ((await findRow(store, 'policy', caller.organizationId, policyId)) === undefined)
      throw noSuchPolicy(policyId);
    await deleteRow(store, 'policy', caller.organizationId, policyId);
  }
  return { policyIds };
});
