import { deletePolicy as operation } from '../../protocol/catalogue/policies.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { noSuchPolicy } from './policy-fields.ts';
import { deleteRow, findRow } from '../storage/rows.ts';

export const deletePolicy = submitHandler(operation, async ({ store, caller }, { policyId }) => {
  if ((await findRow(store, 'policy', caller.organizationId, policyId)) === undefined)
    throw noSuchPolicy(policyId);
  await deleteRow(store, 'policy', caller.organizationId, policyId);
  return { policyId };
});
